//! What no editor should send, and what users nevertheless open.

use serde_json::{Value, json};

use crate::client::{Client, at, document};

const URI: &str = "file:///a.cu";

fn client_with(text: &str) -> Client {
    let mut client = Client::start(json!({}), Value::Null);
    client.open(URI, "cuda-cpp", text);
    client
}

#[test]
fn garbage_on_the_wire_is_answered_and_skipped() {
    let mut client = client_with("int a;");
    client.send_bytes(b"\0\x01\xff{}\r\n\r\n");
    assert_eq!(
        client.wait("a parse error", |message| message["id"].is_null() && message.get("error").is_some())["error"]
            ["code"],
        -32700
    );
    client.send_bytes(b"Content-Length: 9\r\n\r\n{\"a\": [1,");
    assert_eq!(
        client.wait("a parse error", |message| message.get("error").is_some())["error"]["code"],
        -32700
    );
    for message in
        ["[]", "7", "{}", r#"{"id": 3, "method": "x"}"#, r#"{"jsonrpc": "2.0", "method": 5, "id": 4}"#]
    {
        client.send_bytes(format!("Content-Length: {}\r\n\r\n{message}", message.len()).as_bytes());
        let answer = client.wait("an invalid request", |message| message.get("error").is_some());
        assert_eq!(answer["error"]["code"], -32600, "{message}");
    }
    assert_eq!(client.text(URI), "int a;");
}

#[test]
fn deeply_nested_json_is_a_parse_error() {
    let mut client = client_with("int a;");
    let body = "[".repeat(200_000);
    client.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    assert_eq!(
        client.wait("a parse error", |message| message.get("error").is_some())["error"]["code"],
        -32700
    );
    assert_eq!(client.text(URI), "int a;");
}

#[test]
fn parameters_of_the_wrong_shape_are_refused() {
    let mut client = client_with("int a;");
    for params in
        [json!({}), json!({"textDocument": {"uri": "not a URI"}, "position": {"line": -1, "character": 0}})]
    {
        assert_eq!(client.call_in_vain("textDocument/hover", params)["code"], -32602);
    }
    client.notify("textDocument/didChange", json!({"textDocument": 7}));
    assert_eq!(client.text(URI), "int a;");
}

#[test]
fn columns_behind_a_line_are_its_end_and_positions_outside_have_no_hover() {
    let mut client = client_with("ab\ncd");
    client.change(URI, 2, (1, u32::MAX, 1, u32::MAX), "!");
    assert_eq!(client.text(URI), "ab\ncd!");
    assert_eq!(client.call("textDocument/hover", at(URI, u32::MAX, u32::MAX)), Value::Null);
}

#[test]
fn a_change_of_a_document_that_is_not_open_is_ignored() {
    let mut client = client_with("int a;");
    client.change("file:///b.cu", 2, (0, 0, 0, 0), "x");
    client.notify("textDocument/didClose", document("file:///c.cu"));
    assert_eq!(client.text("file:///b.cu"), Value::Null);
    assert_eq!(client.text(URI), "int a;");
}

#[test]
fn questions_about_unknown_documents_have_empty_answers() {
    let mut client = client_with("int a;");
    let nowhere = "file:///nowhere.cu";
    for method in ["textDocument/hover", "textDocument/definition", "layoutlens/grid"] {
        assert_eq!(client.call(method, at(nowhere, 0, 0)), Value::Null, "{method}");
    }
    for method in ["textDocument/documentSymbol", "textDocument/codeLens"] {
        assert_eq!(client.call(method, document(nowhere)), Value::Null, "{method}");
    }
    let report = client.call("textDocument/diagnostic", document(nowhere));
    assert_eq!(report["items"], json!([]));
}

#[test]
fn the_extension_decides_when_the_language_id_is_unknown() {
    let mut client = Client::start(json!({}), Value::Null);
    client.open("file:///a.cuh", "nvidia-cuda", "int a;");
    client.open("file:///a.lua", "lua", "local a");
    assert_eq!(client.text("file:///a.cuh"), "int a;");
    assert_eq!(client.text("file:///a.lua"), Value::Null);
}

#[test]
fn a_command_with_the_wrong_argument_says_so() {
    let mut client = client_with("int a;");
    let error = client.call_in_vain("workspace/executeCommand", json!({"command": "layoutlens.openGrid"}));
    assert_eq!(error["code"], -32602);
    let error = client.call_in_vain("workspace/executeCommand", json!({"command": "rm"}));
    assert_eq!(error["message"], "layoutlens has no command rm");
}

/// Opens a text that is hard to read, asks everything about it, and looks whether another file is still read.
#[track_caller]
fn survives(text: &str) {
    let mut client = client_with("int a;");
    let hard = "file:///hard.cu";
    client.open(hard, "cuda-cpp", text);
    client.answer_of_any_kind("textDocument/hover", at(hard, 0, 20));
    client.answer_of_any_kind("textDocument/codeLens", document(hard));
    client.answer_of_any_kind("textDocument/documentSymbol", document(hard));
    client.change(hard, 2, (0, 0, 0, 0), "// ");
    let everything = json!({"start": {"line": 0, "character": 0}, "end": {"line": u32::MAX, "character": 0}});
    let hints = json!({"textDocument": {"uri": hard}, "range": everything});
    client.answer_of_any_kind("textDocument/inlayHint", hints);
    assert_eq!(client.call("textDocument/diagnostic", document(hard))["kind"], "full");
    assert_eq!(client.text(URI), "int a;");
    assert_eq!(client.leave(), layoutlens_server::lsp::Ending::Exit);
}

#[test]
fn a_file_of_random_bytes_is_survived() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let bytes = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    });
    let bytes: Vec<u8> = bytes.take(1 << 15).flatten().collect();
    survives(&String::from_utf8_lossy(&bytes));
}

#[test]
fn a_hundred_thousand_parentheses_are_survived() {
    survives(&format!("// cute: let A = {}4{}", "(".repeat(100_000), ")".repeat(100_000)));
    survives(&format!("int a = {};", "(".repeat(100_000)));
}

#[test]
fn a_size_beyond_all_bounds_is_survived() {
    survives("// cute: show (2147483647,2147483647,2147483647):(1,2147483647,4611686014132420609)\n");
}

#[test]
fn a_file_of_50_mb_is_kept_and_edited_but_not_read() {
    let line = "// cute: show (4,8):(1,4)\n";
    let text = line.repeat(50_000_000 / line.len());
    let mut client = client_with("int a;");
    let big = "file:///big.cu";
    client.open(big, "cuda-cpp", &text);
    client.change(big, 2, (1_000_000, 0, 1_000_000, 2), "##");
    let report = client.call("textDocument/diagnostic", document(big));
    assert_eq!(report["items"][0]["code"], "too-large");
    let message = report["items"][0]["message"].as_str().expect("one diagnostic");
    assert!(message.contains(&text.len().to_string()), "{message}");
    assert_eq!(client.call("textDocument/codeLens", document(big)), json!([]));
    assert_eq!(client.text(URI), "int a;");
}
