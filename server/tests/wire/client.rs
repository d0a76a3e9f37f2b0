//! A small editor: sends what a test says, keeps what the server says until the test asks for it.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, PipeWriter, Write, pipe},
    path::Path,
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
    time::Duration,
};

use layoutlens_library::of_language;
use layoutlens_run::WorkerCommand;
use layoutlens_server::lsp::{Ending, Options, serve};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long an answer may take before the test fails. No answer comes near it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// The connection to one server that runs in this process.
pub(crate) struct Client {
    to_server: Option<PipeWriter>,
    from_server: Receiver<Value>,
    kept: VecDeque<Value>,
    start_reading: Option<Sender<()>>,
    server: Option<JoinHandle<Ending>>,
    last_id: i64,
    /// Where the server writes what the editor is to show.
    pub(crate) cache: TempDir,
}

impl Client {
    /// A server and a client that have not met.
    pub(crate) fn connect() -> Self {
        let mut client = Self::connect_deaf();
        client.listen();
        client
    }

    /// As [`start`](Self::start), with a program that starts workers: it is given a worker's arguments.
    pub(crate) fn start_with(worker: WorkerCommand) -> Self {
        let mut client = Self::connect_to_server(worker);
        client.listen();
        client.initialize(json!({}), Value::Null);
        client
    }

    /// As [`connect`](Self::connect), but the client reads nothing until it [`listen`](Self::listen)s.
    pub(crate) fn connect_deaf() -> Self {
        Self::connect_to_server(worker())
    }

    fn connect_to_server(worker: WorkerCommand) -> Self {
        Self::connect_to_server_with(worker, tempfile::tempdir().expect("a temporary folder"))
    }

    /// A server that finds what another has left in its cache.
    pub(crate) fn start_after(cache: TempDir) -> Self {
        let mut client = Self::connect_to_server_with(worker(), cache);
        client.listen();
        client.initialize(json!({}), Value::Null);
        client
    }

    /// A second server that keeps things where another one does.
    pub(crate) fn start_beside(other: &Self) -> Self {
        let own = tempfile::tempdir().expect("a temporary folder");
        let mut client = Self::connect_to_server_at(worker(), own, other.cache.path());
        client.listen();
        client.initialize(json!({}), Value::Null);
        client
    }

    fn connect_to_server_with(worker: WorkerCommand, cache: TempDir) -> Self {
        let folder = cache.path().to_owned();
        Self::connect_to_server_at(worker, cache, &folder)
    }

    fn connect_to_server_at(worker: WorkerCommand, cache: TempDir, folder: &Path) -> Self {
        let (input, to_server) = pipe().expect("a pipe");
        let (output, to_client) = pipe().expect("a pipe");
        let options = Options {
            cache_folder: Some(folder.to_owned()),
            worker: Some(worker),
            fault_injection: true,
            ..Options::new(of_language)
        };
        let server =
            std::thread::spawn(move || serve(BufReader::new(input), to_client, options).expect("a runtime"));
        let (start_reading, may_read) = channel();
        let (messages, from_server) = channel();
        std::thread::spawn(move || {
            if may_read.recv().is_ok() {
                read_all(BufReader::new(output), &messages);
            }
        });
        Self {
            to_server: Some(to_server),
            from_server,
            kept: VecDeque::new(),
            start_reading: Some(start_reading),
            server: Some(server),
            last_id: 0,
            cache,
        }
    }

    pub(crate) fn listen(&mut self) {
        if let Some(start) = self.start_reading.take() {
            start.send(()).expect("the reading thread waits");
        }
    }

    /// A server that was initialized with these client capabilities and options.
    pub(crate) fn start(capabilities: Value, options: Value) -> Self {
        let mut client = Self::connect();
        client.initialize(capabilities, options);
        client
    }

    pub(crate) fn initialize(&mut self, capabilities: Value, options: Value) -> Value {
        let params = json!({"capabilities": capabilities, "initializationOptions": options});
        let offered = self.call("initialize", params);
        self.notify("initialized", json!({}));
        offered
    }

    /// A server with a folder open.
    pub(crate) fn start_in(folder: &Path, capabilities: Value, options: Value) -> Self {
        Self::start_in_all(&[folder], capabilities, options)
    }

    /// A server with several folders open.
    pub(crate) fn start_in_all(folders: &[&Path], capabilities: Value, options: Value) -> Self {
        let mut client = Self::connect();
        let folder = |path: &&Path| json!({"uri": format!("file://{}", path.display()), "name": "folder"});
        let folders: Vec<Value> = folders.iter().map(folder).collect();
        let params = json!({
            "capabilities": capabilities, "initializationOptions": options, "workspaceFolders": folders,
        });
        client.call("initialize", params);
        client.notify("initialized", json!({}));
        client
    }

    /// Forgets all that the server said and nobody waited for.
    pub(crate) fn forget_what_was_said(&mut self) {
        self.kept.clear();
        self.from_server.try_iter().for_each(drop);
    }

    /// The hints of a whole document.
    pub(crate) fn hints(&mut self, uri: &str) -> Value {
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 1 << 30, "character": 0}});
        self.call("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range}))
    }

    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.to_server.as_mut().expect("a connection").write_all(bytes).expect("a server that reads");
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request and returns its id.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}));
        self.last_id
    }

    /// Sends a request and waits for its result.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.result(id)
    }

    /// Sends a request and waits for its error.
    pub(crate) fn call_in_vain(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.error(id)
    }

    pub(crate) fn result(&mut self, id: i64) -> Value {
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_none(), "request {id} failed: {answer}");
        answer["result"].take()
    }

    pub(crate) fn error(&mut self, id: i64) -> Value {
        let mut answer = self.answer(id);
        assert!(answer.get("result").is_none(), "request {id} succeeded: {answer}");
        answer["error"].take()
    }

    /// Waits for the answer to a request, whichever it is.
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        self.wait(&format!("answer {id}"), |message| message["id"] == id && message.get("method").is_none())
    }

    /// Sends a request and waits until it is answered, with a result or an error.
    pub(crate) fn answer_of_any_kind(&mut self, method: &str, params: Value) {
        let id = self.request(method, params);
        self.answer(id);
    }

    /// Whether a message of the server with this method has arrived and was not waited for.
    pub(crate) fn has_kept(&mut self, method: &str) -> bool {
        self.kept.extend(self.from_server.try_iter());
        self.kept.iter().any(|message| message["method"] == method)
    }

    /// Waits for the next request or notification of the server with this method.
    pub(crate) fn hear(&mut self, method: &str) -> Value {
        self.wait(method, |message| message["method"] == method)
    }

    /// Answers a request of the server.
    pub(crate) fn reply(&mut self, request: &Value, result: Value) {
        self.send(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    }

    pub(crate) fn wait(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(found) = self.kept.iter().position(&is_it).and_then(|at| self.kept.remove(at)) {
            return found;
        }
        loop {
            let message = self.from_server.recv_timeout(PATIENCE);
            let message =
                message.unwrap_or_else(|error| panic!("waiting for {what}: {error}; kept: {:?}", self.kept));
            if is_it(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    pub(crate) fn open(&mut self, uri: &str, language: &str, text: &str) {
        let item = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": item}));
    }

    /// Sends one change: `range` is `(start line, start column, end line, end column)`.
    pub(crate) fn change(&mut self, uri: &str, version: i32, range: (u32, u32, u32, u32), text: &str) {
        let start = json!({"line": range.0, "character": range.1});
        let end = json!({"line": range.2, "character": range.3});
        let change = json!({"range": {"start": start, "end": end}, "text": text});
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": [change]}));
    }

    /// The text as the server has it; `null` when it is not open there.
    pub(crate) fn text(&mut self, uri: &str) -> Value {
        self.call("layoutlens/test/revision", json!({"uri": uri}))["text"].take()
    }

    /// `shutdown` and `exit`, then waits for the server to end.
    pub(crate) fn leave(&mut self) -> Ending {
        self.call("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.ending()
    }

    /// Closes the server's input.
    pub(crate) fn hang_up(&mut self) {
        self.to_server = None;
    }

    pub(crate) fn ending(&mut self) -> Ending {
        self.server.take().expect("a server that runs").join().expect("a server that does not panic")
    }
}

/// Hints without the versions of the text that they are resolved by: the same text may have others.
pub(crate) fn without_versions(mut hints: Value) -> Value {
    for hint in hints.as_array_mut().into_iter().flatten() {
        if let Some(data) = hint.get_mut("data").and_then(Value::as_object_mut) {
            data.remove("version");
        }
    }
    hints
}

/// `{textDocument, position}`.
pub(crate) fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})
}

/// `{textDocument}`.
pub(crate) fn document(uri: &str) -> Value {
    json!({"textDocument": {"uri": uri}})
}

fn read_all(mut output: impl BufRead, messages: &Sender<Value>) {
    let mut header = String::new();
    while output.read_line(&mut header).is_ok_and(|read| read > 0) {
        let length: usize = header
            .trim()
            .strip_prefix("Content-Length: ")
            .and_then(|length| length.parse().ok())
            .unwrap_or_else(|| panic!("not a header: {header:?}"));
        header.clear();
        let mut body = vec![0; "\r\n".len() + length];
        if output.read_exact(&mut body).is_err() {
            return;
        }
        let message = serde_json::from_slice(&body).expect("JSON from the server");
        if messages.send(message).is_err() {
            return;
        }
    }
}

/// The built binary; this test is another program.
fn worker() -> WorkerCommand {
    WorkerCommand { program: env!("CARGO_BIN_EXE_layoutlens").into(), arguments: vec!["gpu-worker".into()] }
}
