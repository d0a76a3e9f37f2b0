//! An editor that drives the real binary over standard input and output and notes when each message came.

use std::{
    collections::VecDeque,
    error::Error,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, Sender, channel},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// A server that is silent for so long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server process and the time at which each of its messages came.
pub(crate) struct Editor {
    server: Child,
    to_server: ChildStdin,
    from_server: Receiver<(Instant, Value)>,
    kept: VecDeque<(Instant, Value)>,
    last_id: i64,
}

impl Editor {
    /// Starts the server and initializes it with these client capabilities, the folder that the editor has open, and
    /// the user's settings.
    pub(crate) fn start(
        binary: &Path,
        capabilities: &Value,
        folder: Option<&Path>,
        settings: &Value,
    ) -> Result<Self, Box<dyn Error>> {
        let mut server =
            Command::new(binary).arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let to_server = server.stdin.take().ok_or("no standard input")?;
        let output = server.stdout.take().ok_or("no standard output")?;
        let (messages, from_server) = channel();
        std::thread::spawn(move || read_all(BufReader::new(output), &messages));
        let mut editor = Self { server, to_server, from_server, kept: VecDeque::new(), last_id: 0 };
        let open =
            folder.map(|folder| json!({"uri": format!("file://{}", folder.display()), "name": "open"}));
        let folders: Vec<Value> = open.into_iter().collect();
        let initialize = json!({
            "capabilities": capabilities,
            "workspaceFolders": folders,
            "initializationOptions": settings,
        });
        let id = editor.request("initialize", &initialize)?;
        editor.answer(id)?;
        editor.notify("initialized", &json!({}))?;
        Ok(editor)
    }

    pub(crate) fn notify(&mut self, method: &str, params: &Value) -> Result<(), Box<dyn Error>> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Result<i64, Box<dyn Error>> {
        self.last_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}))?;
        Ok(self.last_id)
    }

    /// Answers a request of the server with `null`.
    pub(crate) fn agree(&mut self, request: &Value) -> Result<(), Box<dyn Error>> {
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": null}))
    }

    /// When the answer to a request came, and the answer.
    pub(crate) fn answer(&mut self, id: i64) -> Result<(Instant, Value), Box<dyn Error>> {
        let (at, message) = self.wait(|message| message["id"] == id && message.get("method").is_none())?;
        match message.get("error") {
            Some(error) => Err(format!("request {id} failed: {error}").into()),
            None => Ok((at, message)),
        }
    }

    /// When the first message came that `is_it`, and the message; others are kept for later.
    pub(crate) fn wait(
        &mut self,
        is_it: impl Fn(&Value) -> bool,
    ) -> Result<(Instant, Value), Box<dyn Error>> {
        let kept = self.kept.iter().position(|(_, message)| is_it(message));
        if let Some(found) = kept.and_then(|at| self.kept.remove(at)) {
            return Ok(found);
        }
        loop {
            let (at, message) = self.from_server.recv_timeout(PATIENCE)?;
            if is_it(&message) {
                return Ok((at, message));
            }
            self.kept.push_back((at, message));
        }
    }

    /// Memory of the server that is in RAM, in KiB; `None` where the system has no `/proc`.
    pub(crate) fn resident_kib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.server.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    }

    /// Has the server end, and waits for it.
    pub(crate) fn leave(mut self) -> Result<(), Box<dyn Error>> {
        let id = self.request("shutdown", &Value::Null)?;
        self.answer(id)?;
        self.notify("exit", &Value::Null)?;
        let status = self.server.wait()?;
        if status.success() { Ok(()) } else { Err(format!("the server ended with {status}").into()) }
    }

    /// Is gone, as an editor that crashed, and waits for the server to notice.
    pub(crate) fn vanish(mut self) -> Result<(), Box<dyn Error>> {
        drop(self.to_server);
        self.server.wait()?;
        Ok(())
    }

    fn send(&mut self, message: &Value) -> Result<(), Box<dyn Error>> {
        let body = message.to_string();
        write!(self.to_server, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        Ok(self.to_server.flush()?)
    }
}

fn read_all(mut output: BufReader<ChildStdout>, messages: &Sender<(Instant, Value)>) {
    while let Some(message) = read_message(&mut output) {
        if messages.send(message).is_err() {
            return;
        }
    }
}

fn read_message(output: &mut BufReader<ChildStdout>) -> Option<(Instant, Value)> {
    let mut header = String::new();
    output.read_line(&mut header).ok()?;
    let length: usize = header.trim().strip_prefix("Content-Length: ")?.parse().ok()?;
    let mut body = vec![0; "\r\n".len() + length];
    output.read_exact(&mut body).ok()?;
    let at = Instant::now();
    Some((at, serde_json::from_slice(&body).ok()?))
}
