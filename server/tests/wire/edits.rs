//! A server that saw a file being edited shows what a fresh one shows of the text as it is then.
//!
//! `LAYOUTLENS_EDITED_FILES`, paths with `:` between them, and `LAYOUTLENS_EDIT_ROUNDS` make the long run of it.

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use crate::client::{Client, document, without_versions};
use crate::random::Random;

/// What is typed: what opens and closes strings, comments and brackets, and the beginnings of things.
const TYPED: &[&str] = &[
    "x",
    "1",
    " ",
    "𝔸",
    "(",
    ")",
    ",",
    ":",
    "/",
    "//",
    "*",
    "\"",
    "é",
    "\n",
    "{",
    "}",
    "<",
    ">",
    "#",
    "auto x = ",
    "make_layout(",
    "if (x) {",
    "return",
    "// cute: show ",
];

/// How often a file is compared in the short run.
const ROUNDS: usize = 12;

/// A text under edit.
struct Edited {
    text: String,
    random: Random,
    /// What takes the last edit back.
    undo: Option<(Range<usize>, String)>,
}

impl Edited {
    fn new(text: &str, seed: u64) -> Self {
        Self { text: text.to_owned(), random: Random(seed | 1), undo: None }
    }

    /// Words and single other characters, white space left out.
    fn tokens(&self) -> Vec<Range<usize>> {
        let mut tokens: Vec<Range<usize>> = Vec::new();
        for (at, c) in self.text.char_indices() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            match tokens.last_mut() {
                Some(last)
                    if last.end == at
                        && is_word(c)
                        && self.text[last.clone()].chars().next_back().is_some_and(is_word) =>
                {
                    last.end = at + c.len_utf8();
                }
                _ if c.is_whitespace() => {}
                _ => tokens.push(at..at + c.len_utf8()),
            }
        }
        tokens
    }

    /// A line with its break.
    fn line(&mut self) -> Range<usize> {
        let begins: Vec<usize> =
            std::iter::once(0).chain(self.text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let line = self.random.below(begins.len());
        begins[line]..begins.get(line + 1).copied().unwrap_or(self.text.len())
    }

    fn token(&mut self) -> Range<usize> {
        let tokens = self.tokens();
        tokens.get(self.random.below(tokens.len())).cloned().unwrap_or(0..0)
    }

    /// What is replaced next, and by what.
    fn next(&mut self) -> (Range<usize>, String) {
        let token = self.token();
        match self.random.below(9) {
            0 => (token, String::new()),
            1 => {
                let other = self.token();
                (token, self.text[other].to_owned())
            }
            2 => {
                let typed = TYPED[self.random.below(TYPED.len())];
                (token.start..token.start, typed.to_owned())
            }
            3 => (self.line(), String::new()),
            4 => {
                let line = self.line();
                (line.end..line.end, self.text[line].to_owned())
            }
            5 => {
                // The second half of a call.
                let line = self.line();
                let end = line.start + self.text[line.clone()].trim_end().len();
                let open = self.text[line.start..end].find('(').map_or(end, |at| line.start + at + 1);
                (open..end, String::new())
            }
            6 => {
                // The last letter of a word.
                let last = self.text[token.clone()].chars().next_back().map_or(0, char::len_utf8);
                (token.end - last..token.end, String::new())
            }
            _ => self.undo.take().unwrap_or((token.start..token.start, "x".to_owned())),
        }
    }

    /// Line and UTF-16 column of a byte.
    fn position(&self, at: usize) -> (u32, u32) {
        let before = &self.text[..at];
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
        (u32::try_from(line).expect("few lines"), u32::try_from(column).expect("short lines"))
    }

    /// Edits the text here and on the server.
    fn edit(&mut self, client: &mut Client, uri: &str, version: i32) -> String {
        let (range, text) = self.next();
        let (start, end) = (self.position(range.start), self.position(range.end));
        let old = self.text[range.clone()].to_owned();
        self.text.replace_range(range.clone(), &text);
        let described = format!("{}:{}: {old:?} -> {text:?}", start.0 + 1, start.1 + 1);
        client.change(uri, version, (start.0, start.1, end.0, end.1), &text);
        self.undo = Some((range.start..range.start + text.len(), old));
        described
    }
}

/// A server that is asked for everything that a text has.
fn server() -> Client {
    let hints = json!({
        "tuples": true, "tiled": true, "templateParameters": true, "obvious": true,
    });
    Client::start(json!({"textDocument": {"diagnostic": {}}}), json!({"layoutlens": {"hints": hints}}))
}

/// Everything that an editor asks for after an edit.
fn shown(client: &mut Client, uri: &str) -> Vec<(&'static str, Value)> {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 1 << 30, "character": 0}});
    let hints = json!({"textDocument": {"uri": uri}, "range": range});
    vec![
        ("hints", without_versions(client.call("textDocument/inlayHint", hints))),
        ("diagnostics", client.call("textDocument/diagnostic", document(uri))["items"].take()),
        ("lenses", client.call("textDocument/codeLens", document(uri))),
        ("symbols", client.call("textDocument/documentSymbol", document(uri))),
    ]
}

/// How many statements of a text are hovered over.
const MOST_HOVERS: usize = 8;

/// Hovers over statements, behind their first word.
fn hovers(client: &mut Client, uri: &str, text: &str) -> Value {
    let columns = text.lines().map(|line| {
        let at = line.find("cute: ")? + "cute: ".len();
        let word = line[at..].find(' ').map_or(0, |length| length + 1);
        Some(line[..at + word].encode_utf16().count())
    });
    let places = columns.enumerate().filter_map(|(line, column)| Some((line, column?)));
    let hovers = places.take(MOST_HOVERS).map(|(line, column)| {
        let at = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": column}});
        client.call("textDocument/hover", at)
    });
    hovers.collect()
}

/// What a server that never saw the text before shows of it; hovers when all is computed.
fn shown_by_fresh_server(uri: &str, language: &str, text: &str) -> Vec<(&'static str, Value)> {
    let mut client = server();
    client.open(uri, language, text);
    let mut shown = shown(&mut client, uri);
    shown.push(("hovers", hovers(&mut client, uri, text)));
    client.leave();
    shown
}

fn compare(path: &Path, rounds: usize, seed: u64) {
    let text = std::fs::read_to_string(path).expect("a file of the workspace");
    let language = match path.extension().and_then(|extension| extension.to_str()) {
        Some("py") => "python",
        Some("rs") => "rust",
        _ => "cuda-cpp",
    };
    let uri = format!("file://{}", path.display());
    let mut edited = Edited::new(&text, seed);
    let mut client = server();
    client.open(&uri, language, &edited.text);
    let (mut version, mut history) = (1, Vec::new());
    for round in 0..rounds {
        for _ in 0..=edited.random.below(4) {
            version += 1;
            history.push(edited.edit(&mut client, &uri, version));
            // Some revisions are read, some are outdated while they are read, some nobody asks for.
            match edited.random.below(3) {
                0 => drop(shown(&mut client, &uri)),
                1 => {
                    let range = json!({
                        "start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0},
                    });
                    let hints = json!({"textDocument": {"uri": uri}, "range": range});
                    client.request("textDocument/inlayHint", hints);
                }
                _ => {}
            }
        }
        let fresh = shown_by_fresh_server(&uri, language, &edited.text);
        // Right behind the edit: some are known before any code is run.
        let first = hovers(&mut client, &uri, &edited.text);
        let mut live = shown(&mut client, &uri);
        live.push(("hovers", first));
        for ((what, incremental), (_, fresh)) in live.into_iter().zip(fresh) {
            assert!(
                incremental == fresh,
                "{what} of {} differ in round {round} (seed {seed}) behind {history:#?}\n{}",
                path.display(),
                difference(&incremental, &fresh)
            );
        }
    }
    client.leave();
}

/// The first entries that only one of them has.
fn difference(incremental: &Value, fresh: &Value) -> String {
    let entries = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let only = |one: &Value, other: &Value| -> Vec<String> {
        let other = entries(other);
        entries(one).iter().filter(|entry| !other.contains(entry)).take(3).map(Value::to_string).collect()
    };
    format!("edited: {:#?}\nfresh: {:#?}", only(incremental, fresh), only(fresh, incremental))
}

/// The files that the long run names, or some of the workspaces that come with the server.
fn files() -> Vec<PathBuf> {
    let given = std::env::var_os("LAYOUTLENS_EDITED_FILES");
    if let Some(given) = given.filter(|given| !given.is_empty()) {
        return std::env::split_paths(&given).collect();
    }
    let workspaces = Path::new(env!("CARGO_MANIFEST_DIR")).join("../test-workspaces");
    let workspaces = workspaces.canonicalize().expect("the workspaces");
    ["cuda/tiled_copy.cu", "cuda/tiled_gemm.cu", "python/elementwise.py", "broken/wrong-comment.cu"]
        .map(|file| workspaces.join(file))
        .to_vec()
}

#[test]
fn an_edited_file_shows_what_a_fresh_server_shows() {
    let rounds = std::env::var("LAYOUTLENS_EDIT_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    for (path, seed) in files().iter().zip(0x9E37_79B9_7F4A_7C15..) {
        compare(path, rounds.unwrap_or(ROUNDS), seed);
    }
}
