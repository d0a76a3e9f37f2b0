//! One case through both front doors, with what it took.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{Case, GOOD, GOOD_TEXT};

/// What has not answered by then hangs. Processor time is what is bounded: cases beside each other take as much of it, and more of
/// the clock.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process with more memory is ended: others need the machine. In KiB.
const FAR_TOO_MUCH: u64 = 1 << 20;

/// Between two looks at a process.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// The longest document that the server reads, in bytes.
const MOST_CODE: u64 = 4 << 20;

/// Ticks of the processor clock in a second: what Linux tells programs, whatever it counts with.
const TICKS: u64 = 100;

/// Characters that a terminal obeys, or that turn the direction of what it shows; line ends and tabs may stand.
const OBEYED: [char; 9] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}',
];

/// What a process took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figures {
    /// Of all its threads.
    pub(super) processor: Duration,
    pub(super) peak_kib: u64,
}

/// What an editor saw.
#[derive(Debug)]
pub(super) struct InEditor {
    pub(super) open: Figures,
    pub(super) edit: Duration,
}

/// A case that was tried.
#[derive(Debug)]
pub(super) struct Tried {
    pub(super) editor: Result<InEditor, String>,
    pub(super) check: Result<Figures, String>,
}

pub(super) fn try_case(binary: &Path, case: &Case, folder: &Path) -> Tried {
    Tried { editor: in_editor(binary, case, folder), check: check(binary, case, folder) }
}

fn in_editor(binary: &Path, case: &Case, folder: &Path) -> Result<InEditor, String> {
    let mut editor = Editor::start(binary, folder)?;
    let good = format!("file://{}/{GOOD}", folder.display());
    editor.open(&good, GOOD_TEXT)?;
    let document = folder.join(case.open);
    let uri = format!("file://{}/{}", folder.display(), case.open);
    let is_text = fs::metadata(&document).is_ok_and(|metadata| metadata.is_file());
    let text = if is_text { fs::read(&document).map_err(|error| error.to_string())? } else { Vec::new() };
    let text = String::from_utf8_lossy(&text).into_owned();
    if case.open != GOOD {
        editor.open(&uri, &text)?;
    }
    editor.look(&uri, &text)?;
    editor.good_answers(&good)?;
    let open = editor.process.figures()?;
    // An edit at the end, which leaves everything as it is.
    let lines = text.lines().count() + 1;
    let end = json!({"line": lines, "character": 0});
    let change = json!({"range": {"start": end, "end": end}, "text": "\n"});
    let document = json!({"uri": uri, "version": 2});
    editor
        .notify("textDocument/didChange", &json!({"textDocument": document, "contentChanges": [change]}))?;
    editor.look(&uri, &text)?;
    editor.good_answers(&good)?;
    let after = editor.process.figures()?;
    let edit = after.processor.saturating_sub(open.processor);
    Ok(InEditor { open: Figures { peak_kib: after.peak_kib, ..open }, edit })
}

/// What is checked: the whole folder; only the document and the good file where there is more code than one of them may
/// have, since a check of all code takes as long as all of it is long.
fn checked(case: &Case, folder: &Path) -> Result<Vec<&'static str>, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?.flatten();
    let lengths = entries.filter_map(|entry| entry.metadata().ok()).filter(fs::Metadata::is_file);
    let is_much =
        lengths.map(|file| file.len()).filter(|length| *length < MOST_CODE).sum::<u64>() > MOST_CODE;
    let is_file = folder.join(case.open).is_file();
    Ok(if is_much && is_file { vec![case.open, GOOD] } else { vec!["."] })
}

/// Checks the whole folder, then again in the formats for programs.
fn check(binary: &Path, case: &Case, folder: &Path) -> Result<Figures, String> {
    let paths = checked(case, folder)?;
    let mut worst = Figures { processor: Duration::ZERO, peak_kib: 0 };
    for format in ["human", "json", "sarif", "github"] {
        let mut child = Command::new(binary)
            .args(["check", "--format", format])
            .args(&paths)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let output = child.stdout.take().map(read_aside);
        let complaints = child.stderr.take().map(read_aside);
        let mut process = Process { child, peak_kib: 0 };
        let figures = process.finish()?;
        worst.processor = worst.processor.max(figures.processor);
        worst.peak_kib = worst.peak_kib.max(figures.peak_kib);
        let said: String =
            [output, complaints].into_iter().flatten().filter_map(|thread| thread.join().ok()).collect();
        if let Some(raw) =
            said.chars().find(|&c| c.is_control() && !"\n\t".contains(c) || OBEYED.contains(&c))
        {
            return Err(format!("{format}: prints a raw {}", raw.escape_unicode()));
        }
        if said.contains("internal error") {
            return Err(format!(
                "{format}: {}",
                said.lines().find(|line| line.contains("internal")).unwrap_or("")
            ));
        }
        if format == "human" && !said.contains(case.says) {
            let first: Vec<&str> = said.lines().take(5).collect();
            return Err(format!("does not say {:?} but {first:?}", case.says));
        }
    }
    Ok(worst)
}

fn read_aside(mut output: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read until it broke is what was said.
        let _ = output.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// A process that is looked at from outside, and killed when it is let go of.
struct Process {
    child: Child,
    peak_kib: u64,
}

impl Process {
    fn figures(&mut self) -> Result<Figures, String> {
        let folder = format!("/proc/{}", self.child.id());
        let stat = fs::read_to_string(format!("{folder}/stat")).map_err(|error| error.to_string())?;
        // After the name in parentheses, which may hold anything: the state is the first word, times 12 and 13.
        let words: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        let processor = Duration::from_millis((ticks(11) + ticks(12)) * 1000 / TICKS);
        let status = fs::read_to_string(format!("{folder}/status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        self.peak_kib = self.peak_kib.max(peak.and_then(|kib| kib.parse().ok()).unwrap_or(0));
        Ok(Figures { processor, peak_kib: self.peak_kib })
    }

    fn has_ended(&self) -> bool {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        stat.rsplit(')').next().is_none_or(|rest| rest.trim_start().starts_with('Z'))
    }

    /// What it took to its end.
    fn finish(&mut self) -> Result<Figures, String> {
        let begun = Instant::now();
        loop {
            // A process that has ended keeps its times until it is waited for.
            let has_ended = self.has_ended();
            let figures = self.figures()?;
            if has_ended {
                let status = self.child.wait().map_err(|error| error.to_string())?;
                return match status.code() {
                    Some(0..=2) => Ok(figures),
                    _ => Err(format!("ended with {status}")),
                };
            }
            if begun.elapsed() > PATIENCE || self.peak_kib > FAR_TOO_MUCH {
                return Err(format!("no end in {} s, {} MB", begun.elapsed().as_secs(), self.peak_kib >> 10));
            }
            thread::sleep(BETWEEN_LOOKS);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended; either way it is gone after this.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An editor that asks one thing after another, and knows what the server took.
struct Editor {
    process: Process,
    messages: Receiver<Value>,
    last_id: i64,
}

impl Editor {
    fn start(binary: &Path, folder: &Path) -> Result<Self, String> {
        let mut child = Command::new(binary)
            .arg("lsp")
            .env("XDG_CACHE_HOME", folder.join(".cache"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let output = child.stdout.take().ok_or("no standard output")?;
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = message(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut editor = Self { process: Process { child, peak_kib: 0 }, messages, last_id: 0 };
        let markdown = json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}}});
        let open = json!([{"uri": format!("file://{}", folder.display()), "name": "hostile"}]);
        editor.ask(
            "initialize",
            &json!({"processId": null, "capabilities": markdown, "workspaceFolders": open}),
        )?;
        editor.notify("initialized", &json!({}))?;
        Ok(editor)
    }

    fn open(&mut self, uri: &str, text: &str) -> Result<(), String> {
        let language = match uri.rsplit('.').next() {
            Some("py") => "python",
            Some("rs") => "rust",
            _ => "cuda-cpp",
        };
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}))
    }

    /// What an editor asks of a document that is shown: hovers in several places and the hints of all of it.
    fn look(&mut self, uri: &str, text: &str) -> Result<(), String> {
        let lines = text.lines().count();
        let last = text.lines().last().unwrap_or_default().chars().count().saturating_sub(2);
        for (line, character) in [(0, 4), (lines / 2, 14), (lines.saturating_sub(1), last), (1, 14)] {
            let position = json!({"line": line, "character": character});
            let hover = json!({"textDocument": {"uri": uri}, "position": position});
            let answer = self.ask("textDocument/hover", &hover)?;
            let markdown = answer["contents"]["value"].as_str().unwrap_or_default();
            if let Some(why) = obeyed_markdown(markdown) {
                return Err(format!(
                    "a hover holds {why}: {:?}",
                    markdown.chars().take(300).collect::<String>()
                ));
            }
        }
        let all = json!({"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}});
        self.ask("textDocument/inlayHint", &json!({"textDocument": {"uri": uri}, "range": all}))?;
        Ok(())
    }

    fn good_answers(&mut self, uri: &str) -> Result<(), String> {
        let position = json!({"line": 0, "character": 13});
        let answer =
            self.ask("textDocument/hover", &json!({"textDocument": {"uri": uri}, "position": position}))?;
        match answer["contents"]["value"].as_str() {
            Some(text) if text.contains("R = ") => Ok(()),
            other => Err(format!("the good file's hover is {other:?}")),
        }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        let begun = Instant::now();
        loop {
            let message = match self.messages.recv_timeout(BETWEEN_LOOKS) {
                Ok(message) => message,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("ended before it answered {method}"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let peak = self.process.figures()?.peak_kib;
                    if begun.elapsed() > PATIENCE || peak > FAR_TOO_MUCH {
                        let seconds = begun.elapsed().as_secs();
                        return Err(format!("no answer to {method} in {seconds} s, {} MB", peak >> 10));
                    }
                    continue;
                }
            };
            if message.get("method").is_some() && message.get("id").is_some() {
                self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": null}))?;
            } else if message["id"] == id {
                return match message.get("error") {
                    // A newer revision came meanwhile; the next request asks again.
                    Some(error) if error["code"] == -32801 => Ok(Value::Null),
                    Some(error) => Err(format!("{method}: {error}")),
                    None => Ok(message["result"].clone()),
                };
            }
        }
    }

    fn notify(&mut self, method: &str, params: &Value) -> Result<(), String> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        let body = message.to_string();
        let input = self.process.child.stdin.as_mut().ok_or("no standard input")?;
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len())
            .and_then(|()| input.flush())
            .map_err(|error| format!("the server does not listen: {error}"))
    }
}

/// What Markdown outside of code would do, where it is more than bold: links, pictures, tags.
fn obeyed_markdown(markdown: &str) -> Option<&'static str> {
    let mut is_code = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            let plain = outside_quotes(line);
            if plain.contains("](") {
                return Some("a link");
            } else if plain.contains("command:") {
                return Some("a command");
            } else if plain.contains('<') {
                return Some("a tag");
            }
        }
    }
    is_code.then_some("a block without an end")
}

/// A line without what stands in backquotes or behind a backslash.
fn outside_quotes(line: &str) -> String {
    let unquoted: String = line.split('`').step_by(2).collect();
    let mut plain = String::new();
    let mut letters = unquoted.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            letter => plain.push(letter),
        }
    }
    plain
}

fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().strip_prefix("Content-Length: ") {
            Some(text) => length = text.parse().ok()?,
            None if line.trim().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
