//! The text of statements: its colours, its form, what folds and what a selection grows to.

use serde_json::{Value, json};

use crate::client::{Client, document};

const URI: &str = "file:///statements.cu";

/// Line 2 ends in the middle of a statement.
const TEXT: &str = "\
int x; /* é𝔸 */ // cute: let A=(4,8) : (1,4)
// cute: show A
// cute: show coalesce((2,
//                      A))
";

fn open(encoding: &str) -> Client {
    let capabilities = json!({"general": {"positionEncodings": [encoding]}});
    let mut client = Client::start(capabilities, Value::Null);
    client.open(URI, "cuda-cpp", TEXT);
    client
}

/// Tokens as line, column, length and type.
fn tokens(data: &Value, legend: &Value) -> Vec<(u64, u64, u64, String)> {
    let data: Vec<u64> = data.as_array().expect("data").iter().filter_map(Value::as_u64).collect();
    let (mut line, mut column) = (0, 0);
    data.chunks(5)
        .map(|token| {
            if token[0] > 0 {
                column = 0;
            }
            line += token[0];
            column += token[1];
            let kind = &legend["tokenTypes"][usize::try_from(token[3]).expect("a type")];
            (line, column, token[2], kind.as_str().expect("a name").to_owned())
        })
        .collect()
}

fn everything() -> Value {
    json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}})
}

#[test]
fn tokens_count_columns_as_the_client_does() {
    for encoding in ["utf-8", "utf-16", "utf-32"] {
        let mut client = Client::connect();
        let capabilities = json!({"general": {"positionEncodings": [encoding]}});
        let offered = client.initialize(capabilities, Value::Null);
        let legend = &offered["capabilities"]["semanticTokensProvider"]["legend"];
        client.open(URI, "cuda-cpp", TEXT);
        let full = client.call("textDocument/semanticTokens/full", document(URI));
        let found = tokens(&full["data"], legend);
        let before = "int x; /* é𝔸 */ // cute: ";
        let column = match encoding {
            "utf-8" => before.len(),
            "utf-16" => before.encode_utf16().count(),
            _ => before.chars().count(),
        };
        let first = (0, u64::try_from(column).expect("a column"), 3, "keyword".to_owned());
        assert_eq!(found.first(), Some(&first), "{encoding}");
        let token = |line, column, length, kind: &str| (line, column, length, kind.to_owned());
        let expected = [
            token(1, 9, 4, "keyword"),
            token(1, 14, 1, "variable"),
            token(2, 9, 4, "keyword"),
            token(2, 14, 8, "function"),
            token(2, 24, 1, "number"),
            token(3, 24, 1, "variable"),
        ];
        let behind: Vec<_> = found.into_iter().filter(|token| token.0 > 0).collect();
        assert_eq!(behind, expected, "{encoding}");
    }
}

#[test]
fn a_change_of_colours_is_told_as_a_difference() {
    let mut client = open("utf-16");
    let full = client.call("textDocument/semanticTokens/full", document(URI));
    let mut params = document(URI);
    params["previousResultId"] = full["resultId"].clone();
    let same = client.call("textDocument/semanticTokens/full/delta", params.clone());
    assert_eq!(same["edits"], json!([]), "{same}");
    client.change(URI, 2, (1, 9, 1, 15), "show 8 + A");
    params["previousResultId"] = same["resultId"].clone();
    let other = client.call("textDocument/semanticTokens/full/delta", params.clone());
    let mut data = full["data"].as_array().expect("data").clone();
    for edit in other["edits"].as_array().expect("edits") {
        let number = |key: &str| usize::try_from(edit[key].as_u64().expect("a number")).expect("a size");
        let (start, end) = (number("start"), number("start") + number("deleteCount"));
        data.splice(start..end, edit["data"].as_array().expect("data").iter().cloned());
    }
    let again = client.call("textDocument/semanticTokens/full", document(URI));
    assert_eq!(json!(data), again["data"]);
    // A result that is no longer kept is answered with all.
    let outdated = client.call("textDocument/semanticTokens/full/delta", params);
    assert_eq!(outdated["data"], again["data"]);
}

#[test]
fn tokens_of_a_range_are_those_of_its_statements() {
    let mut client = open("utf-16");
    let line = json!({"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 15}});
    let params = json!({"textDocument": {"uri": URI}, "range": line});
    let tokens = client.call("textDocument/semanticTokens/range", params);
    assert_eq!(tokens["data"], json!([1, 9, 4, 0, 0, 0, 5, 1, 2, 0]));
}

#[test]
fn colours_can_be_switched_off_at_the_start() {
    let offered = Client::connect()
        .initialize(json!({}), json!({"semanticTokens": {"enable": false}, "format": {"enable": true}}));
    assert_eq!(offered["capabilities"]["semanticTokensProvider"], Value::Null);
    assert_eq!(offered["capabilities"]["documentRangeFormattingProvider"], json!(true));
    let plain = Client::connect().initialize(json!({}), Value::Null);
    assert_eq!(plain["capabilities"]["documentRangeFormattingProvider"], Value::Null);
    assert_eq!(plain["capabilities"]["semanticTokensProvider"]["full"], json!({"delta": true}));
}

#[test]
fn statements_of_a_range_are_formatted_for_who_asks() {
    let mut client = Client::start(json!({}), json!({"format": {"enable": true}}));
    client.open(URI, "cuda-cpp", TEXT);
    let options = json!({"tabSize": 4, "insertSpaces": true});
    let params = json!({"textDocument": {"uri": URI}, "range": everything(), "options": options});
    let edits = client.call("textDocument/rangeFormatting", params);
    let texts: Vec<&str> =
        edits.as_array().expect("edits").iter().filter_map(|edit| edit["newText"].as_str()).collect();
    // Around `=`, around the colon; in the call there is nothing to change.
    assert_eq!(texts, [" ", " ", "", ""]);
}

#[test]
fn the_command_format_has_the_client_apply_one_versioned_edit() {
    let capabilities = json!({"workspace": {"applyEdit": true, "workspaceEdit": {"documentChanges": true}}});
    let mut client = Client::start(capabilities, Value::Null);
    client.open(URI, "cuda-cpp", TEXT);
    let command = json!({"command": "layoutlens.format", "arguments": [{"uri": URI}]});
    let click = client.request("workspace/executeCommand", command.clone());
    let apply = client.hear("workspace/applyEdit");
    let changes = apply["params"]["edit"]["documentChanges"].as_array().expect("changes").clone();
    client.reply(&apply, json!({"applied": true}));
    assert_eq!(client.result(click), json!(true));
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0]["textDocument"], json!({"uri": URI, "version": 1}));
    let text = json!({"uri": URI, "version": 2});
    let formatted = TEXT.replace("A=(4,8) : (1,4)", "A = (4,8):(1,4)");
    client.notify(
        "textDocument/didChange",
        json!({"textDocument": text, "contentChanges": [{"text": formatted}]}),
    );
    // Where nothing is to be changed, nothing is asked of the client.
    assert_eq!(client.call("workspace/executeCommand", command), json!(true));
    assert!(!client.has_kept("workspace/applyEdit"));
}

#[test]
fn a_client_that_applies_no_edits_is_told_so() {
    let mut client = open("utf-16");
    let command = json!({"command": "layoutlens.format", "arguments": [{"uri": URI}]});
    assert_eq!(client.call("workspace/executeCommand", command), json!(false));
    let said = client.hear("window/showMessage");
    assert!(
        said["params"]["message"].as_str().is_some_and(|text| text.contains("applies no edits")),
        "{said}"
    );
}

#[test]
fn statements_fold_and_files_without_any_are_left_to_others() {
    let mut client = open("utf-16");
    let folding = client.call("textDocument/foldingRange", document(URI));
    let expected = json!([
        {"startLine": 0, "endLine": 3, "kind": "comment"},
        {"startLine": 2, "endLine": 3, "kind": "comment"},
    ]);
    assert_eq!(folding, expected);
    client.open("file:///plain.cu", "cuda-cpp", "void f() {\n  int x;\n}\n");
    assert_eq!(client.call("textDocument/foldingRange", document("file:///plain.cu")), Value::Null);
}

#[test]
fn an_editor_says_how_many_ranges_fold() {
    let mut client = Client::start(json!({"textDocument": {"foldingRange": {"rangeLimit": 1}}}), Value::Null);
    client.open(URI, "cuda-cpp", TEXT);
    let folding = client.call("textDocument/foldingRange", document(URI));
    assert_eq!(folding, json!([{"startLine": 0, "endLine": 3, "kind": "comment"}]));
}

#[test]
fn a_selection_grows_in_a_statement_only() {
    let mut client = open("utf-16");
    let ask = |positions: Value| json!({"textDocument": {"uri": URI}, "positions": positions});
    let at = |line: u32, character: u32| json!({"line": line, "character": character});
    let ranges = client.call("textDocument/selectionRange", ask(json!([at(1, 14), at(0, 1)])));
    let inner = &ranges[0];
    assert_eq!(inner["range"], json!({"start": at(1, 14), "end": at(1, 15)}));
    assert_eq!(inner["parent"]["range"], json!({"start": at(1, 9), "end": at(1, 15)}));
    assert_eq!(ranges[1], json!({"range": {"start": at(0, 1), "end": at(0, 1)}}));
    assert_eq!(client.call("textDocument/selectionRange", ask(json!([at(0, 1)]))), Value::Null);
}
