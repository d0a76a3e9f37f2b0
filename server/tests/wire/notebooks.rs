//! Notebooks over the wire: the cells are one program, and what is shown of it stands in the cells.

use serde_json::{Value, json};

use crate::client::{Client, at};

const NOTEBOOK: &str = "file:///book.ipynb";

fn cell(name: &str) -> String {
    format!("vscode-notebook-cell:/book.ipynb#{name}")
}

fn listed(name: &str, kind: u32) -> Value {
    json!({"kind": kind, "document": cell(name)})
}

fn text(name: &str, text: &str) -> Value {
    json!({"uri": cell(name), "languageId": "python", "version": 1, "text": text})
}

/// A notebook whose second cell is prose.
fn opened(capabilities: Value) -> Client {
    let mut client = Client::start(capabilities, Value::Null);
    let cells = [
        text("a", "%matplotlib inline\nimport cutlass.cute as cute\nrows = 8\n"),
        text("b", "tile = cute.make_layout((rows, 4))\n# cute: let A = (6,2):(8,2)"),
        text("c", "# cute: show A\n# cute: assert A == (6,2):(8,3)"),
    ];
    let notebook = json!({
        "uri": NOTEBOOK, "notebookType": "jupyter-notebook", "version": 1,
        "cells": [listed("a", 2), listed("prose", 1), listed("b", 2), listed("c", 2)],
    });
    client.notify(
        "notebookDocument/didOpen",
        json!({"notebookDocument": notebook, "cellTextDocuments": cells}),
    );
    client
}

fn change(client: &mut Client, version: i32, cells: Value) {
    let notebook = json!({"uri": NOTEBOOK, "version": version});
    client.notify(
        "notebookDocument/didChange",
        json!({"notebookDocument": notebook, "change": {"cells": cells}}),
    );
}

fn hints(client: &mut Client, name: &str) -> Vec<String> {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let document = json!({"uri": cell(name)});
    let hints = client.call("textDocument/inlayHint", json!({"textDocument": document, "range": range}));
    let line = |hint: &Value| {
        format!("{}: {}", hint["position"]["line"], hint["label"].as_str().unwrap_or_default())
    };
    hints.as_array().expect("hints").iter().map(line).collect()
}

#[test]
fn the_settings_file_around_a_notebook_counts_in_its_cells() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let hints = |settings: &str| {
        std::fs::write(root.join("layoutlens.toml"), settings).expect("a file");
        let mut client = Client::start_in(&root, json!({}), Value::Null);
        let uri = format!("vscode-notebook-cell:{}#a", root.join("book.ipynb").display());
        let text = json!({"uri": uri, "languageId": "python", "version": 1, "text": "# cute: show (4,8):(1,4) o 4:2"});
        let notebook = json!({
            "uri": format!("file://{}", root.join("book.ipynb").display()),
            "notebookType": "jupyter-notebook", "version": 1, "cells": [{"kind": 2, "document": uri}],
        });
        client.notify(
            "notebookDocument/didOpen",
            json!({"notebookDocument": notebook, "cellTextDocuments": [text]}),
        );
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
        client.call("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range}))
    };
    assert_eq!(hints("hints.enable = true\n").as_array().map(Vec::len), Some(1));
    assert_eq!(hints("hints.enable = false\n"), Value::Null);
}

#[test]
fn cells_of_a_notebook_are_one_program() {
    let mut client = opened(json!({}));
    assert_eq!(hints(&mut client, "a"), [""; 0]);
    assert_eq!(hints(&mut client, "b"), ["0: = (8,4):(1,8)"]);
    assert_eq!(hints(&mut client, "c"), ["0: = (6,2):(8,2)"]);
    let definition = client.call("textDocument/definition", at(&cell("c"), 0, 13));
    assert_eq!((&definition["uri"], &definition["range"]["start"]["line"]), (&json!(cell("b")), &json!(1)));
    let hover = client.call("textDocument/hover", at(&cell("b"), 0, 1));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("(8,4):(1,8)")), "{hover}");
    assert_eq!(hover["range"]["start"], json!({"line": 0, "character": 0}));
    let hover = client.call("textDocument/hover", at(&cell("prose"), 0, 0));
    assert_eq!(hover, Value::Null);
}

#[test]
fn findings_of_a_notebook_stand_in_their_cells() {
    let mut client = opened(json!({"textDocument": {"diagnostic": {}}}));
    let lines = |client: &mut Client, name: &str| -> Vec<Value> {
        let report = client.call("textDocument/diagnostic", json!({"textDocument": {"uri": cell(name)}}));
        let items = report["items"].as_array().expect("items");
        items.iter().map(|item| item["range"]["start"]["line"].clone()).collect()
    };
    assert_eq!(lines(&mut client, "b"), Vec::<Value>::new());
    assert_eq!(lines(&mut client, "c"), [json!(1)]);
    let actions = client.call(
        "textDocument/codeAction",
        json!({"textDocument": {"uri": cell("b")}, "context": {"diagnostics": []},
               "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}}),
    );
    let titles = actions.to_string();
    assert!(!titles.contains("(6,2):(8,3)"), "a fix of another cell: {titles}");
}

#[test]
fn findings_are_published_for_each_cell_to_clients_that_do_not_ask() {
    let mut client = opened(json!({}));
    let mut lines = Vec::new();
    while lines.len() < 3 {
        let message = client.hear("textDocument/publishDiagnostics");
        let published = &message["params"];
        let items = published["diagnostics"].as_array().expect("diagnostics");
        lines.push((
            published["uri"].clone(),
            items.iter().map(|one| one["range"]["start"]["line"].clone()).collect(),
        ));
    }
    let expected: [(Value, Vec<Value>); 3] =
        [(json!(cell("a")), vec![]), (json!(cell("b")), vec![]), (json!(cell("c")), vec![json!(1)])];
    assert_eq!(lines, expected);
}

#[test]
fn edits_moves_and_removals_of_cells_are_followed() {
    let mut client = opened(json!({}));
    let edit = json!({"range": {"start": {"line": 2, "character": 7}, "end": {"line": 2, "character": 8}}, "text": "16"});
    let edited = json!([{"document": {"uri": cell("a"), "version": 2}, "changes": [edit]}]);
    change(&mut client, 2, json!({"textContent": edited}));
    assert_eq!(hints(&mut client, "b"), ["0: = (16,4):(1,16)"]);
    let new = json!({"array": {"start": 2, "deleteCount": 0, "cells": [listed("d", 2)]}, "didOpen": [text("d", "rows = 2")]});
    change(&mut client, 3, json!({"structure": new}));
    assert_eq!(hints(&mut client, "b"), ["0: = (2,4):(1,2)"]);
    change(
        &mut client,
        4,
        json!({"structure": {"array": {"start": 2, "deleteCount": 1}, "didClose": [{"uri": cell("d")}]}}),
    );
    assert_eq!(hints(&mut client, "b"), ["0: = (16,4):(1,16)"]);
}

#[test]
fn a_cell_that_is_only_moved_keeps_its_text() {
    let mut client = opened(json!({}));
    // The editor sends no text of it.
    let moved = json!({"array": {"start": 2, "deleteCount": 2, "cells": [listed("c", 2), listed("b", 2)]}, "didOpen": [], "didClose": []});
    change(&mut client, 2, json!({"structure": moved}));
    assert_eq!(hints(&mut client, "b"), ["0: = (8,4):(1,8)"]);
    assert_eq!(hints(&mut client, "c"), [""; 0], "A is bound below by now");
    let edit = json!({"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "# "});
    change(
        &mut client,
        3,
        json!({"textContent": [{"document": {"uri": cell("c"), "version": 2}, "changes": [edit]}]}),
    );
    assert_eq!(hints(&mut client, "b"), ["0: = (8,4):(1,8)"]);
}

#[test]
fn a_magic_that_may_bind_names_leaves_none_certain() {
    let mut client = opened(json!({}));
    let new = json!({"array": {"start": 2, "deleteCount": 0, "cells": [listed("d", 2)]}, "didOpen": [text("d", "%run other.py")]});
    change(&mut client, 2, json!({"structure": new}));
    assert!(
        hints(&mut client, "b").iter().all(|hint| !hint.contains("(8,4)")),
        "{:?}",
        hints(&mut client, "b")
    );
    assert_eq!(hints(&mut client, "c"), ["0: = (6,2):(8,2)"]);
}

#[test]
fn a_change_that_has_no_place_in_a_notebook_leaves_nothing_shown() {
    let mut client = opened(json!({}));
    change(&mut client, 2, json!({"structure": {"array": {"start": 9, "deleteCount": 1}}}));
    assert_eq!(hints(&mut client, "b"), [""; 0]);
    client.notify(
        "notebookDocument/didClose",
        json!({"notebookDocument": {"uri": NOTEBOOK}, "cellTextDocuments": [{"uri": cell("a")}, {"uri": cell("b")}]}),
    );
    let hover = client.call("textDocument/hover", at(&cell("b"), 0, 1));
    assert_eq!(hover, Value::Null);
}
