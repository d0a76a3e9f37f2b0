//! What an editor is told while a statement or a call is being typed.

use serde_json::{Value, json};

use crate::client::{Client, at};

const URI: &str = "file:///typing.cu";

fn open(completion_item: Value, text: &str) -> Client {
    let capabilities = json!({"textDocument": {
        "completion": {"completionItem": completion_item},
        "signatureHelp": {"signatureInformation": {
            "documentationFormat": ["markdown"], "parameterInformation": {"labelOffsetSupport": true},
        }},
    }});
    let mut client = Client::start(capabilities, Value::Null);
    client.open(URI, "cuda-cpp", text);
    client
}

fn item(list: &Value, label: &str) -> Value {
    let items = list["items"].as_array().unwrap_or_else(|| panic!("no items in {list}"));
    let found = items.iter().find(|item| item["label"] == label);
    found.unwrap_or_else(|| panic!("no {label} in {list}")).clone()
}

#[test]
fn completion_is_a_snippet_only_where_the_client_takes_them() {
    let text = "// cute: show logi\n";
    let asked = at(URI, 0, 18);
    let snippets = json!({"snippetSupport": true, "documentationFormat": ["markdown"]});
    let mut client = open(snippets, text);
    let list = client.call("textDocument/completion", asked.clone());
    let divide = item(&list, "logical_divide");
    assert_eq!(divide["textEdit"]["newText"], "logical_divide(${1:A}, ${2:tiler})$0");
    assert_eq!(divide["insertTextFormat"], 2);
    let range = json!({"start": {"line": 0, "character": 14}, "end": {"line": 0, "character": 18}});
    assert_eq!(divide["textEdit"]["range"], range);

    let list = open(json!({}), text).call("textDocument/completion", asked);
    let divide = item(&list, "logical_divide");
    assert_eq!(divide["textEdit"]["newText"], "logical_divide");
    assert_eq!(divide["insertTextFormat"], 1);
}

#[test]
fn completion_is_documented_when_it_is_resolved() {
    let mut client = open(json!({"documentationFormat": ["markdown"]}), "// cute: show logi\n");
    let list = client.call("textDocument/completion", at(URI, 0, 18));
    let divide = item(&list, "logical_divide");
    assert!(divide.get("documentation").is_none(), "{divide}");
    let resolved = client.call("completionItem/resolve", divide);
    assert_eq!(resolved["documentation"]["kind"], "markdown");
    let text = resolved["documentation"]["value"].as_str().expect("a text");
    assert!(text.contains("Requires") && text.contains("Ensures"), "{text}");
}

#[test]
fn completion_by_a_trigger_is_silent_in_prose_and_literals() {
    let mut client = open(json!({}), "// note:\n// cute: show (4,8):\n// cute:\n");
    let mut ask = |line: u32, column: u32| {
        let mut asked = at(URI, line, column);
        asked["context"] = json!({"triggerKind": 2, "triggerCharacter": ":"});
        client.call("textDocument/completion", asked)
    };
    assert_eq!(ask(0, 8), Value::Null);
    assert_eq!(ask(1, 20), Value::Null);
    item(&ask(2, 8), "let");
}

#[test]
fn signature_help_marks_the_operand_that_is_typed() {
    let mut client = open(json!({}), "// cute: show logical_divide((4,8):(8,1), \n");
    let help = client.call("textDocument/signatureHelp", at(URI, 0, 42));
    assert_eq!(help["signatures"][0]["label"], "logical_divide(A, tiler)");
    assert_eq!(help["activeParameter"], 1);
    assert_eq!(help["signatures"][0]["parameters"][1]["label"], json!([18, 23]));
    let text = help["signatures"][0]["documentation"]["value"].as_str().expect("a text");
    assert!(text.contains("divides its mode of A"), "{text}");
    assert_eq!(client.call("textDocument/signatureHelp", at(URI, 0, 3)), Value::Null);
}
