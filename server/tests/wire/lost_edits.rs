//! Edits that cannot be read or have no place in the text: nothing may be shown that is not the editor's text.

use serde_json::{Value, json};

use crate::client::{Client, at, document};

const URI: &str = "file:///lost.cu";
const TEXT: &str = "// cute: show coalesce((4,8):(1,4))\nint a;\n";

fn client() -> Client {
    let mut client = Client::start(json!({"textDocument": {"diagnostic": {}}}), Value::Null);
    client.open(URI, "cuda-cpp", TEXT);
    client
}

/// Sends a body as it is.
fn send(client: &mut Client, body: &[u8]) {
    client.send_bytes(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
    client.send_bytes(body);
}

/// A change at a column of the second line; `text` is written as it stands, in JSON's escapes.
fn change_raw(client: &mut Client, version: i32, columns: (u32, u32), text: &[u8]) {
    let head = format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{URI}","version":{version}}},"contentChanges":[{{"range":{{"start":{{"line":1,"character":{}}},"end":{{"line":1,"character":{}}}}},"text":""#,
        columns.0, columns.1
    );
    send(client, &[head.as_bytes(), text, br#""}]}}"#].concat());
}

fn hints(client: &mut Client) -> Value {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    client.call("textDocument/inlayHint", json!({"textDocument": {"uri": URI}, "range": range}))
}

fn diagnostics(client: &mut Client) -> Value {
    client.call("textDocument/diagnostic", document(URI))["items"].take()
}

/// Nothing is shown, and that is said once.
#[track_caller]
fn is_lost(client: &mut Client, why: &str) {
    assert_eq!(hints(client), json!([]));
    assert_eq!(client.call("textDocument/hover", at(URI, 0, 20)), Value::Null);
    let items = diagnostics(client);
    let message = items[0]["message"].as_str().expect("one diagnostic").to_owned();
    assert!(message.contains(why) && message.contains("open it again"), "{message}");
    assert_eq!((items.as_array().map(Vec::len), &items[0]["severity"]), (Some(1), &json!(2)));
    let told = client.hear("window/showMessage");
    assert_eq!(told["params"]["message"], format!("layoutlens: lost.cu: {message}"));
}

#[track_caller]
fn is_shown(client: &mut Client) {
    assert_eq!(diagnostics(client), json!([]));
    assert_ne!(client.call("textDocument/hover", at(URI, 0, 20)), Value::Null);
}

#[test]
fn an_edit_with_half_of_a_surrogate_pair_arrives() {
    let mut client = client();
    change_raw(&mut client, 2, (4, 5), br"\ud83d");
    client.change(URI, 3, (1, 5, 1, 6), "!");
    assert!(client.text(URI).as_str().is_some_and(|text| text.ends_with("\nint \u{fffd}!\n")));
    // The other half of the pair: the editor counts two units, and so does the text here.
    change_raw(&mut client, 4, (5, 5), br"\ude00");
    client.change(URI, 5, (1, 6, 1, 6), "x");
    assert!(client.text(URI).as_str().is_some_and(|text| text.ends_with("\nint \u{fffd}\u{fffd}x!\n")));
    is_shown(&mut client);
}

#[test]
fn an_edit_that_cuts_a_surrogate_pair_keeps_the_columns_behind_it() {
    let mut client = client();
    client.change(URI, 2, (1, 4, 1, 5), "𝔸b");
    client.change(URI, 3, (1, 5, 1, 6), "");
    client.change(URI, 4, (1, 5, 1, 6), "c");
    assert!(client.text(URI).as_str().is_some_and(|text| text.ends_with("\nint \u{fffd}c;\n")));
}

#[test]
fn an_edit_with_a_byte_that_is_no_utf8_arrives() {
    let mut client = client();
    change_raw(&mut client, 2, (4, 5), b"\xff");
    client.change(URI, 3, (1, 5, 1, 6), "!");
    assert!(client.text(URI).as_str().is_some_and(|text| text.ends_with("\nint \u{1a}!\n")));
}

#[test]
fn an_edit_that_cannot_be_decoded_loses_its_document_until_its_whole_text_comes() {
    for body in [
        format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{URI}","version":2}},"contentChanges":[{{"range":7,"tex":"x"}}]}}}}"#
        ),
        format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{URI}","version":2}},"contentChanges":[{{"text":"\x"#
        ),
        format!(
            r#"{{"method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{URI}","version":2}},"contentChanges":[]}}}}"#
        ),
        r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":7}}"#.to_owned(),
    ] {
        let mut client = client();
        is_shown(&mut client);
        send(&mut client, body.as_bytes());
        is_lost(&mut client, "an edit could not be read");
        client.change(URI, 3, (0, 0, 0, 0), "x");
        assert_eq!(hints(&mut client), json!([]));
        let whole = json!({"textDocument": {"uri": URI, "version": 4}, "contentChanges": [{"text": TEXT}]});
        client.notify("textDocument/didChange", whole);
        is_shown(&mut client);
        assert_eq!(client.text(URI), TEXT);
    }
}

#[test]
fn an_edit_outside_of_the_text_loses_its_document_until_it_is_opened_again() {
    let mut client = client();
    client.change(URI, 2, (7, 0, 7, 1), "x");
    is_lost(&mut client, "an edit is in line 8, and the text has 3 lines");
    client.notify("textDocument/didClose", document(URI));
    client.open(URI, "cuda-cpp", TEXT);
    is_shown(&mut client);
    client.change(URI, 2, (1, 3, 1, 1), "x");
    is_lost(&mut client, "an edit from 2:4 to 2:2 ends before it begins");
}

#[test]
fn an_edit_of_an_older_version_loses_its_document() {
    let mut client = client();
    client.change(URI, 7, (1, 0, 1, 0), "x");
    is_shown(&mut client);
    client.change(URI, 6, (1, 0, 1, 0), "x");
    is_lost(&mut client, "an edit makes version 6 of version 7");
}
