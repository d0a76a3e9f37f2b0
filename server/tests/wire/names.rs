//! Names of statements and of the code: where they are declared, used and renamed.

use serde_json::{Value, json};

use crate::client::{Client, at, document};

const URI: &str = "file:///names.cu";

/// Line 4 declares, 5 uses, 6 binds, 7 uses both.
const TEXT: &str = "\
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  // é𝔸
  auto sA = make_layout(make_shape(Int<8>{}, Int<4>{}));
  auto sB = coalesce(sA);
  /* 𝔸 */ // cute: let rows = size<0>(sA)
  // cute: assert rows == size<0>(sA)
}
";

fn open(capabilities: Value) -> Client {
    let mut client = Client::start(capabilities, Value::Null);
    client.open(URI, "cuda-cpp", TEXT);
    client
}

/// The column behind `before` on its line, in units of UTF-16.
fn column(before: &str) -> u32 {
    u32::try_from(before.encode_utf16().count()).expect("a column")
}

fn place(line: u32, column: u32, length: u32) -> Value {
    json!({"start": {"line": line, "character": column}, "end": {"line": line, "character": column + length}})
}

fn rename_at(line: u32, column: u32, name: &str) -> Value {
    json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": column}, "newName": name})
}

#[test]
fn definition_and_references_know_layouts_of_the_code() {
    let mut client = open(json!({}));
    let declared = place(4, column("  auto "), 2);
    let in_code = column("  auto sB = coalesce(");
    let stated = column("  // cute: assert rows == size<0>(");
    for (line, character) in [(5, in_code), (7, stated)] {
        let definition = client.call("textDocument/definition", at(URI, line, character));
        assert_eq!(definition, json!({"uri": URI, "range": declared}));
    }
    let ask = |with: bool| {
        let mut params = at(URI, 5, in_code);
        params["context"] = json!({"includeDeclaration": with});
        params
    };
    let bound = column("  /* 𝔸 */ // cute: let rows = size<0>(");
    let uses = [place(5, in_code, 2), place(6, bound, 2), place(7, stated, 2)];
    let locations = |ranges: &[Value]| -> Vec<Value> {
        ranges.iter().map(|range| json!({"uri": URI, "range": range})).collect()
    };
    assert_eq!(client.call("textDocument/references", ask(false)), json!(locations(&uses)));
    let all = [std::slice::from_ref(&declared), &uses].concat();
    assert_eq!(client.call("textDocument/references", ask(true)), json!(locations(&all)));
}

#[test]
fn no_answer_lets_another_server_answer() {
    let mut client = open(json!({}));
    // `make_layout`, prose, and a document that is not open.
    for asked in [at(URI, 4, 13), at(URI, 3, 6), at("file:///nowhere.cu", 0, 0)] {
        assert_eq!(client.call("textDocument/definition", asked.clone()), Value::Null);
        let mut params = asked.clone();
        params["context"] = json!({"includeDeclaration": true});
        assert_eq!(client.call("textDocument/references", params), Value::Null);
        assert_eq!(client.call("textDocument/prepareRename", asked), Value::Null);
    }
}

#[test]
fn a_renaming_is_one_versioned_edit() {
    let capabilities = json!({
        "textDocument": {"rename": {"prepareSupport": true}},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
    });
    let mut client = Client::connect();
    let offered = client.initialize(capabilities, Value::Null);
    assert_eq!(offered["capabilities"]["renameProvider"], json!({"prepareProvider": true}));
    client.open(URI, "cuda-cpp", TEXT);
    let bound = column("  /* 𝔸 */ // cute: let ");
    let used = column("  // cute: assert ");
    let prepared = client.call("textDocument/prepareRename", at(URI, 7, used));
    assert_eq!(prepared, json!({"range": place(7, used, 4), "placeholder": "rows"}));
    let edit = client.call("textDocument/rename", rename_at(7, used, "m"));
    let changes = edit["documentChanges"].as_array().expect("changes of documents");
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0]["textDocument"], json!({"uri": URI, "version": 1}));
    let expected = json!([
        {"range": place(6, bound, 4), "newText": "m"},
        {"range": place(7, used, 4), "newText": "m"},
    ]);
    assert_eq!(changes[0]["edits"], expected);
}

#[test]
fn what_cannot_be_renamed_says_why() {
    let mut client = open(json!({}));
    let of_code = column("  // cute: assert rows == size<0>(");
    let error = client.call_in_vain("textDocument/prepareRename", at(URI, 7, of_code));
    assert_eq!(error["code"], -32803);
    assert!(error["message"].as_str().is_some_and(|reason| reason.contains("a name of the code")), "{error}");
    let used = column("  // cute: assert ");
    for (name, reason) in
        [("size", "the name of an operation"), ("4", "is no name"), ("sA", "a name of the code")]
    {
        let error = client.call_in_vain("textDocument/rename", rename_at(7, used, name));
        assert!(error["message"].as_str().is_some_and(|message| message.contains(reason)), "{error}");
    }
}

#[test]
fn symbols_of_the_workspace_are_those_of_documents_that_are_analysed() {
    let mut client = open(json!({}));
    let query = |text: &str| json!({"query": text});
    client.call("textDocument/documentSymbol", document(URI));
    let symbols = client.call("workspace/symbol", query("ROW"));
    assert_eq!(symbols[0]["name"], "rows");
    assert_eq!(symbols[0]["containerName"], "f");
    assert_eq!(symbols[0]["location"]["uri"], URI);
    assert_eq!(symbols[0]["location"]["range"], place(6, column("  /* 𝔸 */ // cute: let "), 4));
    assert_eq!(client.call("workspace/symbol", query("nothing")), json!([]));
    client.notify("textDocument/didClose", document(URI));
    assert_eq!(client.call("workspace/symbol", query("")), json!([]));
}

#[test]
fn symbols_of_a_workspace_are_256_at_once() {
    let mut client = Client::start(json!({}), Value::Null);
    let lines: String = (0..300).map(|index| format!("// cute: let name{index} = {index}\n")).collect();
    for uri in ["file:///a.cu", "file:///b.cu"] {
        client.open(uri, "cuda-cpp", &lines);
        client.call("textDocument/documentSymbol", document(uri));
    }
    let symbols = client.call("workspace/symbol", json!({"query": "NAME"}));
    assert_eq!(symbols.as_array().map(Vec::len), Some(256));
}
