//! Everything at once: order, snapshots, cancelling, a client that does not read.

use std::sync::mpsc::channel;

use serde_json::{Value, json};

use crate::client::{Client, PATIENCE, at};
use crate::random::Random;

const URI: &str = "file:///stress.cu";
const EDITS: i32 = 5000;
const CONTENT_MODIFIED: i64 = -32801;

/// The text as the client has it, a line of characters a line.
struct Model(Vec<Vec<char>>);

impl Model {
    fn text(&self) -> String {
        self.0.iter().map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
    }

    /// UTF-16 column of a character.
    fn column(&self, line: usize, char: usize) -> u32 {
        let units: usize = self.0[line][..char].iter().map(|char| char.len_utf16()).sum();
        u32::try_from(units).expect("a short line")
    }

    /// Replaces characters of a line; returns the change as `(line, from, to)` in UTF-16 columns.
    fn replace(&mut self, line: usize, from: usize, to: usize, text: &str) -> (u32, u32, u32) {
        let change =
            (u32::try_from(line).expect("few lines"), self.column(line, from), self.column(line, to));
        let tail = self.0[line].split_off(to);
        self.0[line].truncate(from);
        let mut at = line;
        for char in text.chars() {
            if char == '\n' {
                at += 1;
                self.0.insert(at, Vec::new());
            } else {
                self.0[at].push(char);
            }
        }
        self.0[at].extend(tail);
        change
    }
}

/// Lines of code behind a statement, and edits of them that never come near it.
struct Typing {
    model: Model,
    random: Random,
}

impl Typing {
    fn new(lines: usize) -> Self {
        let line = |i| format!("auto L{i} = make_layout(make_shape(Int<4>{{}}, {i})); // é 𝔸");
        let lines = std::iter::once(statement(0)).chain((0..lines).map(line));
        let model = Model(lines.map(|line| line.chars().collect()).collect());
        Self { model, random: Random(0x9E37_79B9_7F4A_7C15) }
    }

    /// One random edit below the statement.
    fn edit(&mut self, client: &mut Client, version: i32) {
        let line = 1 + self.random.below(self.model.0.len() - 1);
        let from = self.random.below(self.model.0[line].len() + 1);
        let to = (from + self.random.below(3)).min(self.model.0[line].len());
        let text = ["x", "λ", "𝔹", "\n", ""][self.random.below(5)];
        let (line, from, to) = self.model.replace(line, from, to, text);
        client.change(URI, version, (line, from, line, to), text);
    }

    /// Writes the version into the statement.
    fn state_version(&mut self, client: &mut Client, version: i32) {
        let length = self.model.0[0].len();
        let (line, from, to) = self.model.replace(0, 0, length, &statement(version));
        client.change(URI, version, (line, from, line, to), &statement(version));
    }
}

fn statement(version: i32) -> String {
    format!("/* 𝔸 */ // cute: let V = coalesce((4,8):{})", stride(version))
}

/// Another stride for each version, and none that would merge with the shape.
fn stride(version: i32) -> String {
    format!("(1,{})", version + 10)
}

/// Edits in the middle of the wire, questions between them: each is answered for the text of its moment.
#[test]
fn thousands_of_edits_and_every_snapshot_is_of_its_own_version() {
    let mut typing = Typing::new(200);
    let mut client = Client::start(json!({}), Value::Null);
    client.open(URI, "cuda-cpp", &typing.model.text());
    let mut expected = Vec::new();
    for version in 2..EDITS + 2 {
        typing.edit(&mut client, version);
        if version % 2 == 0 {
            let id = client.request("layoutlens/test/revision", json!({"uri": URI}));
            expected.push((id, version, typing.model.text()));
        }
    }
    assert_eq!(expected.len(), 2500);
    for (id, version, text) in expected {
        let revision = client.result(id);
        assert_eq!(revision["version"], version);
        assert!(revision["text"] == text, "the text of version {version} differs");
    }
}

/// The same through parsing, evaluating and hovering; only a hover that was asked again may have no answer.
#[test]
fn thousands_of_edits_and_every_hover_is_of_its_own_version() {
    let mut typing = Typing::new(20);
    let mut client = Client::start(json!({}), Value::Null);
    client.open(URI, "cuda-cpp", &typing.model.text());
    let mut expected = Vec::new();
    for version in 2..EDITS + 2 {
        if version % 2 == 0 {
            typing.state_version(&mut client, version);
            expected.push((client.request("textDocument/hover", at(URI, 0, 22)), version));
        } else {
            typing.edit(&mut client, version);
        }
    }
    assert_eq!(expected.len(), 2500);
    let last = expected.last().map(|(id, _)| *id);
    for (id, version) in expected {
        let mut answer = client.answer(id);
        if answer["error"]["code"] == CONTENT_MODIFIED && last != Some(id) {
            continue;
        }
        let hover = answer["result"].take();
        let text =
            hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("version {version}: {hover}"));
        assert!(text.contains(&stride(version)), "version {version}: {text}");
    }
}

/// Each of these texts takes a second to evaluate: all of them would take minutes.
#[test]
fn hovers_that_were_asked_again_about_a_newer_text_are_given_up() {
    let body = "auto a = cute::make_layout(cute::Int<4>{});\n".repeat(4000);
    let text =
        format!("// cute: show coalesce((4,8):(1,4))\n#include <cute/tensor.hpp>\nvoid f() {{\n{body}}}\n");
    let mut client = Client::start(json!({"textDocument": {"diagnostic": {}}}), Value::Null);
    client.open(URI, "cuda-cpp", &text);
    let mut asked = Vec::new();
    for version in 2..202 {
        client.change(URI, version, (1, 0, 1, 0), "\n");
        asked.push(client.request("textDocument/hover", at(URI, 0, 20)));
    }
    let last = asked.pop().expect("hovers");
    assert!(client.result(last).is_object());
    let given_up =
        asked.into_iter().filter(|id| client.answer(*id)["error"]["code"] == CONTENT_MODIFIED).count();
    assert!(given_up > 150, "{given_up} of 199");
}

#[test]
fn fifty_cancelled_slow_requests_make_way_for_a_quick_one() {
    let mut client = Client::start(json!({}), Value::Null);
    client.open(URI, "cuda-cpp", "int a;");
    let slow: Vec<i64> =
        (0..50).map(|_| client.request("layoutlens/test/work", json!({"steps": 600_000}))).collect();
    let quick = client.request("layoutlens/test/revision", json!({"uri": URI}));
    for id in &slow {
        client.notify("$/cancelRequest", json!({"id": id}));
    }
    assert_eq!(client.result(quick)["version"], 1);
    for id in slow {
        assert_eq!(client.error(id)["code"], -32800);
    }
}

/// The long file's first analysis takes a thousand times as long as the short one's.
#[test]
fn questions_about_a_long_file_leave_workers_for_others() {
    let mut client = Client::start(json!({"textDocument": {"diagnostic": {}}}), Value::Null);
    let long = "file:///long.cu";
    client.open(long, "cuda-cpp", &"auto x = f(1); // cute: show coalesce((4,8):(1,4))\n".repeat(20_000));
    client.open(URI, "cuda-cpp", "// cute: show coalesce((4,8):(1,4))\n");
    let slow: Vec<i64> =
        (0..50).map(|line| client.request("textDocument/hover", at(long, line, 40))).collect();
    let quick = client.request("textDocument/hover", at(URI, 0, 20));
    let first = client.wait("an answer", |message| message.get("result").is_some());
    assert_eq!(first["id"], quick);
    for id in slow {
        assert!(client.result(id).is_object());
    }
}

#[test]
fn a_client_may_write_twenty_thousand_requests_before_it_reads() {
    const REQUESTS: i64 = 20_000;
    let mut client = Client::connect_deaf();
    let first = client.request("initialize", json!({"capabilities": {}}));
    let (done, all_written) = channel();
    std::thread::spawn(move || {
        client.notify("initialized", json!({}));
        client.open(URI, "cuda-cpp", &"int a; // a line that makes answers longer\n".repeat(20));
        let last =
            (0..REQUESTS).map(|_| client.request("layoutlens/test/revision", json!({"uri": URI}))).max();
        let _ = done.send((client, last));
    });
    let (mut client, last) = all_written.recv_timeout(PATIENCE).expect("the server goes on reading");
    client.listen();
    for id in first..=last.expect("requests were sent") {
        client.result(id);
    }
}

#[test]
fn a_client_that_answers_nothing_does_not_stop_the_server() {
    let capabilities = json!({"workspace": {
        "configuration": true,
        "inlayHint": {"refreshSupport": true},
        "codeLens": {"refreshSupport": true},
    }});
    let mut client = Client::start(capabilities, Value::Null);
    client.open(URI, "cuda-cpp", "int a;");
    for _ in 0..400 {
        client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
        client.notify("workspace/didChangeConfiguration", json!({"settings": {"layoutlens": {}}}));
    }
    assert_eq!(client.call("textDocument/hover", at(URI, 0, 0)), Value::Null);
    for _ in 0..400 {
        client.hear("workspace/configuration");
        client.hear("workspace/inlayHint/refresh");
        client.hear("workspace/codeLens/refresh");
    }
}
