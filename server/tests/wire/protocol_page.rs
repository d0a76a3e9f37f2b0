//! `docs/protocol.md` says what the server answers.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::client::Client;

/// Stands for more of the same.
const MORE: char = '…';

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md");
    fs::read_to_string(path).expect("the page")
}

/// The blocks of a language in a text, in order.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let parts = text.split("```").skip(1).step_by(2);
    parts.filter_map(|block| Some(block.strip_prefix(language)?.strip_prefix('\n')?.to_owned())).collect()
}

fn json_blocks(text: &str) -> Vec<Value> {
    let read =
        |block: &String| serde_json::from_str(block).unwrap_or_else(|error| panic!("{block}: {error}"));
    blocks(text, "json").iter().map(read).collect()
}

/// Whether an answer is what the page says of it.
fn is_as_said(answer: &Value, said: &Value) -> bool {
    match (answer, said) {
        (Value::Object(answer), Value::Object(said)) => {
            answer.len() == said.len()
                && said
                    .iter()
                    .all(|(key, said)| answer.get(key).is_some_and(|answer| is_as_said(answer, said)))
        }
        (Value::Array(answer), Value::Array(said)) => {
            let goes_on = said.last().is_some_and(|last| last == &json!(MORE.to_string()));
            let named = if goes_on { said.len() - 1 } else { said.len() };
            let fits = if goes_on { answer.len() > named } else { answer.len() == named };
            fits && answer.iter().zip(&said[..named]).all(|(answer, said)| is_as_said(answer, said))
        }
        (Value::String(answer), Value::String(said)) => match said.strip_suffix(MORE) {
            Some(begin) => answer.starts_with(begin),
            None => answer == said,
        },
        (answer, said) => answer == said,
    }
}

#[test]
fn each_request_of_the_page_is_answered_as_it_says() {
    let page = page();
    let source = blocks(&page, "cpp").into_iter().next().expect("the file");
    let mut client = Client::start(json!({}), Value::Null);
    client.open("file:///kernel.cu", "cuda-cpp", &source);
    let mut asked = Vec::new();
    for section in page.split("\n### `").skip(1) {
        let (method, rest) = section.split_once('`').expect("a method");
        let rest = rest.split("\n## ").next().expect("a section");
        let [params, said] = json_blocks(rest).try_into().expect("a request and an answer");
        let answer = client.call(method, params);
        assert!(is_as_said(&answer, &said), "{method} answers {answer:#}");
        asked.push(method.to_owned());
    }
    let requests = ["grid", "layouts", "bench", "picture", "complete", "fix", "fixes", "page"];
    assert_eq!(asked, requests.map(|request| format!("layoutlens/{request}")));
}

#[test]
fn the_page_names_each_command_and_no_other() {
    let page = page();
    let mut client = Client::connect();
    let offered = client.call("initialize", json!({"capabilities": {}}));
    let offered = offered["capabilities"]["executeCommandProvider"]["commands"].clone();
    let offered = offered.as_array().expect("commands");
    for command in offered {
        let command = command.as_str().expect("a name");
        assert!(page.contains(&format!("| `{command}` |")), "{command}");
    }
    let named = page.matches("\n| `layoutlens.").count();
    assert_eq!(named, offered.len() + 1, "and the client's own");
}

#[test]
fn the_options_of_the_page_are_taken_whole() {
    let options = json_blocks(&page()).swap_remove(0);
    let mut client = Client::start(json!({}), options);
    client.open("file:///a.cu", "cuda-cpp", "// cute: show (4,8):(8,1) o 4:2\n");
    let lenses = client.call("textDocument/codeLens", json!({"textDocument": {"uri": "file:///a.cu"}}));
    assert!(lenses[0]["data"].is_object(), "`panel` and `lens.show` count: {lenses}");
    assert!(!client.has_kept("window/logMessage"), "something of it is told as wrong");
}
