//! `layoutlens view`: the bench in a browser, of an expression or of a file.
//!
//! The page is served by the language server, as it is for an editor: this is an editor that opens one file and says when
//! it is another on disk.

use std::{
    io::{self, BufRead, BufReader, PipeWriter, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use layoutlens_eval::host::OfLanguage;
use layoutlens_render::escape::one_line;
use serde_json::{Map, Value, json};

use super::{Status, document, expression::Expression, terminal};
use crate::lsp;

/// How often the file is looked at.
const LOOK: Duration = Duration::from_millis(300);
/// How long the server may take to begin.
const PATIENCE: Duration = Duration::from_secs(60);

/// What to look at.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// An expression, as `eval` takes it, or FILE:LINE of a file. Without it an empty bench.
    #[arg(value_name = "EXPR | FILE:LINE")]
    subject: Option<String>,
    /// What the picture shows, as `show --kind` takes it.
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// What the colours mean, as `show --color` takes it.
    #[arg(long, visible_alias = "colour", value_name = "WHAT")]
    color: Option<String>,
    /// The thread that is picked.
    #[arg(long, value_name = "THREAD", value_parser = clap::value_parser!(i64).range(0..))]
    thread: Option<i64>,
    /// The type of the elements, for banks and sectors.
    #[arg(long = "type", value_name = "TYPE")]
    element: Option<String>,
    /// How many elements a thread accesses at once.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(i64).range(1..))]
    vector: Option<i64>,
    /// Print the address and open no browser, as is done over ssh.
    #[arg(long)]
    no_open: bool,
}

/// Serves the page until it is stopped.
///
/// # Errors
/// The terminal cannot be written.
pub(super) fn view(arguments: &Arguments, libraries: OfLanguage) -> io::Result<Status> {
    let subject = match arguments.subject.as_deref().map(|subject| read(subject, libraries)) {
        Some(Ok(subject)) => Some(subject),
        Some(Err(error)) => {
            terminal::complain(&error.to_string());
            return Ok(Status::Failure);
        }
        None => None,
    };
    let mut server = Server::start(!arguments.no_open, libraries)?;
    let file = match &subject {
        Some(Subject::File { path, text, .. }) => {
            server.open(path, text)?;
            Some((path.clone(), text.clone()))
        }
        _ => None,
    };
    let mut request = Map::new();
    match &subject {
        Some(Subject::Expression(expression)) => {
            request.insert("expression".to_owned(), json!(expression));
        }
        Some(Subject::File { path, line, .. }) => {
            let line = match line {
                Some(line) => line.saturating_sub(1),
                None => server.first_layout(path)?,
            };
            request.insert("textDocument".to_owned(), json!({ "uri": uri(path) }));
            request.insert("position".to_owned(), json!({ "line": line, "character": 0 }));
        }
        None => {}
    }
    let shown = shown(arguments);
    if !shown.is_empty() {
        request.insert("view".to_owned(), shown.into());
    }
    let asked = json!({ "command": "layoutlens.view", "arguments": [request] });
    let answer = server.call("workspace/executeCommand", &asked)?;
    let Some(url) = answer["url"].as_str().map(str::to_owned) else {
        terminal::complain("the page cannot be served");
        return Ok(Status::Failure);
    };
    {
        let mut out = terminal::raw_output();
        writeln!(out, "{url}")?;
        out.flush()?;
    }
    server.keep(file)
}

fn shown(arguments: &Arguments) -> Map<String, Value> {
    let Arguments { kind, color, thread, element, vector, .. } = arguments;
    let named = [
        ("kind", json!(kind)),
        ("colour", json!(color)),
        ("thread", json!(thread)),
        ("type", json!(element)),
        ("vector", json!(vector)),
    ];
    named
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

enum Subject {
    Expression(String),
    File { path: PathBuf, line: Option<u64>, text: String },
}

/// An argument that names a file, with a line or without, is that; any other is an expression.
fn read(argument: &str, libraries: OfLanguage) -> Result<Subject, document::ReadError> {
    let with_line = argument.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse().ok()?)));
    let named = [Some((argument, None)), with_line.map(|(path, line)| (path, Some(line)))];
    let file = named.into_iter().flatten().find(|(path, _)| Path::new(path).is_file());
    let Some((path, line)) = file else {
        return Ok(Subject::Expression(Expression::read(argument, libraries).unbound()));
    };
    let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let text = document::text_of(&path)?;
    Ok(Subject::File { path, line, text })
}

/// Whether a browser is started; that there is none is no failure, for an address is printed.
///
/// Everybody on the machine can read what a program is started with: this address is good once, and not for long.
fn open_in_browser(url: &str) -> bool {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(program);
    let quiet = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = quiet.spawn() else { return false };
    thread::spawn(move || child.wait());
    true
}

fn uri(path: &Path) -> String {
    lsp::file_uri(path).unwrap_or_default()
}

/// The language server, in this process.
struct Server {
    to_server: PipeWriter,
    from_server: Receiver<Value>,
    last: i64,
    version: i64,
}

impl Server {
    /// `opens` is whether a browser may be opened.
    fn start(opens: bool, libraries: OfLanguage) -> io::Result<Self> {
        let (input, to_server) = io::pipe()?;
        let (output, to_client) = io::pipe()?;
        let options = lsp::Options::new(libraries);
        thread::spawn(move || lsp::serve(BufReader::new(input), to_client, options));
        let (said, from_server) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(message) = read_message(&mut output) {
                if said.send(message).is_err() {
                    return;
                }
            }
        });
        let mut server = Self { to_server, from_server, last: 0, version: 0 };
        let folder = std::env::current_dir().ok().map(|folder| uri(&folder));
        let folders: Vec<Value> =
            folder.into_iter().map(|uri| json!({ "uri": uri, "name": "folder" })).collect();
        let capabilities = json!({ "window": { "showDocument": { "support": opens } } });
        server.call("initialize", &json!({ "capabilities": capabilities, "workspaceFolders": folders }))?;
        server.notify("initialized", &json!({}))?;
        Ok(server)
    }

    fn open(&mut self, path: &Path, text: &str) -> io::Result<()> {
        // In which language it is, its ending says.
        let item = json!({ "uri": uri(path), "languageId": "", "version": 0, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": item }))
    }

    /// The line of the first layout that is known.
    fn first_layout(&mut self, path: &Path) -> io::Result<u64> {
        let layouts = self.call("layoutlens/layouts", &json!({ "textDocument": { "uri": uri(path) } }))?;
        let known = layouts.as_array().into_iter().flatten().find(|layout| !layout["value"].is_null());
        Ok(known.and_then(|layout| layout["range"]["start"]["line"].as_u64()).unwrap_or_default())
    }

    /// Until somebody stops it: a file that is written again is read again.
    fn keep(mut self, file: Option<(PathBuf, String)>) -> io::Result<Status> {
        let mut file = file;
        loop {
            match self.from_server.recv_timeout(LOOK) {
                Ok(message) => self.hear(&message)?,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some((path, text)) = &mut file
                        && let Ok(now) = document::text_of(path)
                        && now != *text
                    {
                        *text = now;
                        self.version += 1;
                        let changed = json!({
                            "textDocument": { "uri": uri(path), "version": self.version },
                            "contentChanges": [{ "text": text }],
                        });
                        self.notify("textDocument/didChange", &changed)?;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(Status::Failure),
            }
        }
    }

    /// What a server asks of an editor: there is none that could change a file here.
    fn hear(&mut self, message: &Value) -> io::Result<()> {
        if message["method"] == "window/showMessage"
            && let Some(text) = message["params"]["message"].as_str()
        {
            terminal::complain(&one_line(text));
        }
        match (message.get("id"), message["method"].as_str()) {
            (Some(id), Some("workspace/applyEdit")) => {
                let reason = "there is no editor here: `layoutlens check --fix` changes files";
                let answer = json!({ "applied": false, "failureReason": reason });
                self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": answer }))
            }
            (Some(id), Some("window/showDocument")) => {
                let params = &message["params"];
                let address = params["uri"].as_str().filter(|_| params["external"] == true);
                let answer = json!({ "success": address.is_some_and(open_in_browser) });
                self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": answer }))
            }
            (Some(id), Some(_)) => self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null })),
            _ => Ok(()),
        }
    }

    fn call(&mut self, method: &str, params: &Value) -> io::Result<Value> {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let message = self.from_server.recv_timeout(PATIENCE).map_err(|_| io::ErrorKind::TimedOut)?;
            if message["id"] == id && message.get("method").is_none() {
                return Ok(message["result"].clone());
            }
            self.hear(&message)?;
        }
    }

    fn notify(&mut self, method: &str, params: &Value) -> io::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        let text = message.to_string();
        write!(self.to_server, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.to_server.flush()
    }
}

fn read_message(input: &mut impl BufRead) -> io::Result<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length:") {
            length = number.trim().parse().map_err(|_| io::ErrorKind::InvalidData)?;
        }
    }
    let mut text = vec![0; length];
    input.read_exact(&mut text)?;
    serde_json::from_slice(&text).map_err(|_| io::ErrorKind::InvalidData.into())
}
