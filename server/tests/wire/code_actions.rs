//! Code actions: their kinds, their edits, and what a lens does as one of them.

use serde_json::{Value, json};

use crate::client::{Client, document};

const URI: &str = "file:///actions.cu";

/// A client that takes edits with the actions, or when they are resolved.
fn capabilities(resolves: &[&str]) -> Value {
    let kinds = json!({"codeActionKind": {"valueSet": ["quickfix"]}});
    let mut action = json!({"codeActionLiteralSupport": kinds, "dataSupport": true});
    if !resolves.is_empty() {
        action["resolveSupport"] = json!({"properties": resolves});
    }
    json!({
        "textDocument": {"codeAction": action, "diagnostic": {}},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
    })
}

fn open(resolves: &[&str], options: Value, text: &str) -> Client {
    let mut client = Client::start(capabilities(resolves), options);
    client.open(URI, "cuda-cpp", text);
    client
}

fn params(line: u32, only: Option<&[&str]>) -> Value {
    let at = json!({"line": line, "character": 0});
    let mut context = json!({"diagnostics": []});
    if let Some(only) = only {
        context["only"] = json!(only);
    }
    json!({"textDocument": {"uri": URI}, "range": {"start": at, "end": at}, "context": context})
}

fn actions(client: &mut Client, line: u32, only: Option<&[&str]>) -> Vec<Value> {
    match client.call("textDocument/codeAction", params(line, only)) {
        Value::Array(actions) => actions,
        Value::Null => Vec::new(),
        other => panic!("{other}"),
    }
}

fn titled<'a>(actions: &'a [Value], title: &str) -> &'a Value {
    actions
        .iter()
        .find(|action| action["title"] == title)
        .unwrap_or_else(|| panic!("no {title}: {actions:#?}"))
}

const MISSPELT: &str = "int x;\n// cute: let tile = (4,8):(1,4)\n// cute: show tlie\n";

#[test]
fn an_edit_comes_when_the_action_is_resolved() {
    let mut client = open(&["edit"], Value::Null, MISSPELT);
    let offered = actions(&mut client, 2, None);
    let action = titled(&offered, "use `tile`");
    assert!(action.get("edit").is_none(), "{action}");
    assert_eq!(action["isPreferred"], true);
    let resolved = client.call("codeAction/resolve", action.clone());
    let edit = &resolved["edit"]["documentChanges"][0];
    assert_eq!(edit["textDocument"], json!({"uri": URI, "version": 1}));
    let range = json!({"start": {"line": 2, "character": 14}, "end": {"line": 2, "character": 18}});
    assert_eq!(edit["edits"], json!([{"range": range, "newText": "tile"}]));
}

#[test]
fn an_action_of_another_version_is_not_resolved() {
    let mut client = open(&["edit"], Value::Null, MISSPELT);
    let action = titled(&actions(&mut client, 2, None), "use `tile`").clone();
    client.change(URI, 2, (0, 0, 0, 0), "\n");
    // ContentModified.
    assert_eq!(client.call_in_vain("codeAction/resolve", action.clone())["code"], -32801);
    client.notify("textDocument/didClose", document(URI));
    assert_eq!(client.call_in_vain("codeAction/resolve", action)["code"], -32801);
}

#[test]
fn an_edit_comes_at_once_where_the_client_resolves_nothing() {
    let mut client = open(&[], Value::Null, MISSPELT);
    let offered = actions(&mut client, 2, None);
    let action = titled(&offered, "use `tile`");
    assert!(action["edit"].is_object() && action.get("data").is_none(), "{action}");
}

#[test]
fn several_edits_are_one_step() {
    let text = "int x;\n// cute: let size = 4\n// cute: show (size,2):(1,size)\n";
    let mut client = open(&[], Value::Null, text);
    let offered = actions(&mut client, 1, None);
    let edit = &titled(&offered, "rename it to `size_`")["edit"];
    assert_eq!(edit["documentChanges"].as_array().map(Vec::len), Some(1), "{edit}");
    assert_eq!(edit["documentChanges"][0]["edits"].as_array().map(Vec::len), Some(3), "{edit}");
}

#[test]
fn a_fix_that_is_applied_takes_its_finding_away() {
    let mut client = open(&[], Value::Null, MISSPELT);
    let offered = actions(&mut client, 2, None);
    let edit = &titled(&offered, "use `tile`")["edit"]["documentChanges"][0]["edits"][0];
    let found = client.call("textDocument/diagnostic", document(URI));
    assert_eq!(found["items"].as_array().map(Vec::len), Some(1), "{found}");
    let column = |end: &str| {
        let column = edit["range"][end]["character"].as_u64().and_then(|column| u32::try_from(column).ok());
        column.expect("a column")
    };
    let text = edit["newText"].as_str().expect("a text").to_owned();
    client.change(URI, 2, (2, column("start"), 2, column("end")), &text);
    assert_eq!(client.call("textDocument/diagnostic", document(URI))["items"], json!([]));
}

#[test]
fn kinds_are_filtered_by_what_they_lie_below() {
    let text = "int x;\n// cute: let A = (4,8):(1,4)\n// cute: show zipped_divide((M,K):(1,M), <128,64>)\n";
    let mut client = open(&[], Value::Null, text);
    let mut kinds = |only: Option<&[&str]>| -> Vec<String> {
        let offered = actions(&mut client, 2, only);
        offered.iter().filter_map(|action| action["kind"].as_str().map(String::from)).collect()
    };
    assert_eq!(kinds(Some(&["refactor"])), ["refactor.rewrite"]);
    assert_eq!(kinds(Some(&["refactor.rewrite"])), ["refactor.rewrite"]);
    assert!(kinds(Some(&["quickfix"])).is_empty());
    assert!(kinds(Some(&["refact"])).is_empty());
    assert!(kinds(Some(&["source.organizeImports"])).is_empty());
    assert_eq!(kinds(Some(&[""])), kinds(None));
}

#[test]
fn all_safe_fixes_are_one_action_for_who_asks_for_it() {
    let text = "int x;\n// cute: allow(stride-divisibilty)\nint y;\n// cute: shwo 4:1\n";
    let mut client = open(&["edit"], Value::Null, text);
    assert!(actions(&mut client, 0, None).is_empty());
    let offered = actions(&mut client, 0, Some(&["source.fixAll"]));
    let action = titled(&offered, "fix all that is safe to fix");
    assert_eq!(action["kind"], "source.fixAll.layoutlens");
    let resolved = client.call("codeAction/resolve", action.clone());
    let edits = resolved["edit"]["documentChanges"][0]["edits"].as_array().expect("edits");
    let texts: Vec<_> = edits.iter().filter_map(|edit| edit["newText"].as_str()).collect();
    assert_eq!(texts, ["stride-divisibility", "show"]);
}

const RUN: &str = "int x;\n// cute: run copy (8,8):(1,8) -> (8,8):(8,1) : f32\n// cute: show (4,8):(8,1)\n";

#[test]
fn what_a_lens_does_is_an_action_too() {
    let mut client = open(&[], json!({"lens": {"enable": false}}), RUN);
    let offered = actions(&mut client, 1, None);
    for (title, kind, command) in [
        ("run on GPU", "layoutlens.run", "layoutlens.runOnGpu"),
        ("emulate", "layoutlens.emulate", "layoutlens.emulate"),
        ("show the kernel", "layoutlens.kernel", "layoutlens.showKernel"),
    ] {
        let action = titled(&offered, title);
        assert_eq!((&action["kind"], &action["command"]["command"]), (&json!(kind), &json!(command)));
        assert_eq!(actions(&mut client, 1, Some(&[kind])).len(), 1);
    }
    let offered = actions(&mut client, 2, None);
    let action = titled(&offered, "open the grid");
    let picture = client.call("workspace/executeCommand", action["command"].clone());
    assert!(picture["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{picture}");
    client.hear("window/showMessage");
}

#[test]
fn the_action_that_emulates_runs_the_statement_at_the_cursor() {
    let mut client = open(&[], Value::Null, RUN);
    let offered = actions(&mut client, 1, Some(&["layoutlens.emulate"]));
    let report = client.call("workspace/executeCommand", titled(&offered, "emulate")["command"].clone());
    assert!(report.is_object(), "{report}");
}

#[test]
fn a_grid_for_a_panel_is_drawn_when_it_is_chosen() {
    let mut client = open(&["edit", "command"], json!({"panel": true}), RUN);
    let action = titled(&actions(&mut client, 2, None), "open the grid").clone();
    assert!(action.get("command").is_none(), "{action}");
    let resolved = client.call("codeAction/resolve", action);
    assert_eq!(resolved["command"]["command"], "layoutlens.showGrid");
    assert!(resolved["command"]["arguments"][0]["svg"].is_string(), "{resolved}");

    let mut client = open(&[], json!({"panel": true}), RUN);
    let offered = actions(&mut client, 2, None);
    let action = titled(&offered, "open the grid");
    assert_eq!(action["command"]["command"], "layoutlens.showGrid");
}

#[test]
fn actions_are_announced_with_their_kinds() {
    let mut client = Client::connect();
    let params = json!({"processId": null, "capabilities": capabilities(&["edit"])});
    let provider = client.call("initialize", params)["capabilities"]["codeActionProvider"].take();
    assert_eq!(provider["resolveProvider"], true);
    let kinds = provider["codeActionKinds"].as_array().expect("kinds");
    for kind in ["quickfix", "refactor.extract", "source.fixAll.layoutlens", "layoutlens.run"] {
        assert!(kinds.contains(&json!(kind)), "{kinds:?}");
    }
}
