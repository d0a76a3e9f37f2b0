//! What an editor sees of statements and comments, in each language.

use serde_json::{Value, json};

use crate::client::{Client, at, document};

const URI: &str = "file:///layouts.cu";

/// Line 0 binds, 1 composes, 2 shows, 3 is wrong.
const TEXT: &str = "\
// é𝔸
// cute: let A = (4,8):(1,4)
// cute: let R = composition(A, (2,4):(1,2))
// cute: show R
// cute: assert R == (2,4):(1,3)
";

fn everything() -> Value {
    json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}})
}

fn open(capabilities: Value, options: Value) -> Client {
    let mut client = Client::start(capabilities, options);
    client.open(URI, "cuda-cpp", TEXT);
    client
}

fn value_of(hover: &Value) -> &str {
    hover["contents"]["value"].as_str().unwrap_or_else(|| panic!("no text in {hover}"))
}

#[test]
fn hover_is_markdown_where_the_client_reads_it_and_plain_elsewhere() {
    let markdown = json!({"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}}});
    let hover = open(markdown, Value::Null).call("textDocument/hover", at(URI, 2, 13));
    assert_eq!(hover["contents"]["kind"], "markdown");
    assert!(value_of(&hover).contains("(2,4):(1,2)"), "{hover}");
    assert!(value_of(&hover).contains("```"), "{hover}");

    let hover = open(json!({}), Value::Null).call("textDocument/hover", at(URI, 2, 13));
    assert_eq!(hover["contents"]["kind"], "plaintext");
    assert!(value_of(&hover).contains("(2,4):(1,2)"), "{hover}");
    assert!(!value_of(&hover).contains("```"), "{hover}");
}

#[test]
fn images_go_only_to_clients_that_ask_for_them() {
    let markdown = json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}}});
    let hover = open(markdown.clone(), Value::Null).call("textDocument/hover", at(URI, 2, 13));
    assert!(!value_of(&hover).contains("data:image"), "{hover}");
    let images = json!({"hover": {"images": true}});
    let hover = open(markdown, images).call("textDocument/hover", at(URI, 2, 13));
    assert!(value_of(&hover).contains("data:image/svg+xml;base64,"), "{hover}");
}

#[test]
fn the_three_languages_are_read() {
    let mut client = Client::start(json!({}), Value::Null);
    let files = [
        ("file:///a.cu", "cuda-cpp", "int x; // cute: show coalesce((4,8):(1,4))\n"),
        ("file:///a.py", "python", "x = 1  # cute: show coalesce((4,8):(1,4))\n"),
        ("file:///a.rs", "rust", "let x = 1; // cute: show coalesce((4,8):(1,4))\n"),
    ];
    for (uri, language, text) in files {
        client.open(uri, language, text);
        let hints = client
            .call("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": everything()}));
        assert_eq!(hints[0]["position"], json!({"line": 0, "character": text.len() - 1}), "{uri}: {hints}");
    }
}

#[test]
fn hints_stand_at_the_end_of_statements_and_can_be_switched_off() {
    let hints = json!({"textDocument": {"uri": URI}, "range": everything()});
    let mut client = open(json!({"workspace": {"inlayHint": {"refreshSupport": true}}}), Value::Null);
    let shown = client.call("textDocument/inlayHint", hints.clone());
    let composed = shown.as_array().expect("hints").iter().find(|hint| hint["position"]["line"] == 2);
    let composed = composed.unwrap_or_else(|| panic!("no hint on line 2: {shown}"));
    assert!(composed["label"].as_str().is_some_and(|label| label.contains("(2,4):(1,2)")), "{composed}");

    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": {"layoutlens": {"hints": {"enable": false}}}}),
    );
    client.hear("workspace/inlayHint/refresh");
    assert_eq!(client.call("textDocument/inlayHint", hints), Value::Null);
}

#[test]
fn a_failed_assertion_is_pushed_with_its_place_and_its_page() {
    let publish = json!({"relatedInformation": true, "codeDescriptionSupport": true, "versionSupport": true});
    let mut client = open(json!({"textDocument": {"publishDiagnostics": publish}}), Value::Null);
    let published = client.hear("textDocument/publishDiagnostics");
    let diagnostics = published["params"]["diagnostics"].as_array().expect("diagnostics");
    assert_eq!(diagnostics.len(), 1, "{published}");
    assert_eq!(diagnostics[0]["source"], "layoutlens");
    assert_eq!(diagnostics[0]["range"]["start"]["line"], 4);
    let href = diagnostics[0]["codeDescription"]["href"].as_str().expect("a page");
    let code = diagnostics[0]["code"].as_str().expect("a code");
    assert!(href.starts_with("file://") && href.ends_with(&format!("/{code}.md")), "{href}");
    let page = client.cache.path().join("diagnostics").join(format!("{code}.md"));
    assert!(std::fs::read_to_string(page).is_ok_and(|page| page.contains(code)));
}

#[test]
fn a_correction_takes_the_diagnostic_back() {
    let mut client = open(json!({"textDocument": {"diagnostic": {}}}), Value::Null);
    let wrong = client.call("textDocument/diagnostic", document(URI));
    assert_eq!(wrong["items"].as_array().map(Vec::len), Some(1), "{wrong}");
    let three = u32::try_from("// cute: assert R == (2,4):(1,".len()).expect("a column");
    client.change(URI, 2, (4, three, 4, three + 1), "2");
    assert_eq!(client.call("textDocument/diagnostic", document(URI))["items"], json!([]));
}

#[test]
fn symbols_are_the_named_layouts() {
    let names = |symbols: &Value| -> Vec<String> {
        let symbols = symbols.as_array().expect("symbols");
        symbols.iter().filter_map(|symbol| symbol["name"].as_str().map(String::from)).collect()
    };
    let tree = json!({"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}}});
    let symbols = open(tree, Value::Null).call("textDocument/documentSymbol", document(URI));
    assert_eq!(names(&symbols), ["A", "R"]);
    assert!(symbols[0]["selectionRange"].is_object(), "{symbols}");
    let symbols = open(json!({}), Value::Null).call("textDocument/documentSymbol", document(URI));
    assert_eq!(names(&symbols), ["A", "R"]);
    assert_eq!(symbols[0]["location"]["uri"], URI);
}

#[test]
fn definition_leads_to_the_name_that_is_bound() {
    let use_of_a = u32::try_from("// cute: let R = composition(".len()).expect("a column");
    let definition = open(json!({}), Value::Null).call("textDocument/definition", at(URI, 2, use_of_a));
    let range = json!({"start": {"line": 1, "character": 13}, "end": {"line": 1, "character": 14}});
    assert_eq!(definition, json!({"uri": URI, "range": range}));
}

#[test]
fn a_name_is_highlighted_where_it_is_bound_and_used() {
    let mut client = open(json!({}), Value::Null);
    let use_of_r = u32::try_from("// cute: show ".len()).expect("a column");
    let highlights = client.call("textDocument/documentHighlight", at(URI, 3, use_of_r));
    let place = |line: u32, column: u32, kind: u32| {
        let (start, end) =
            (json!({"line": line, "character": column}), json!({"line": line, "character": column + 1}));
        json!({"range": {"start": start, "end": end}, "kind": kind})
    };
    // 3 is a write, 2 a read.
    assert_eq!(highlights, json!([place(2, 13, 3), place(3, 14, 2), place(4, 16, 2)]));
    assert_eq!(client.call("textDocument/documentHighlight", at(URI, 0, 4)), Value::Null);
    assert_eq!(client.call("textDocument/documentHighlight", at("file:///nowhere.cu", 0, 0)), Value::Null);
}

#[test]
fn a_fix_is_a_versioned_edit() {
    let capabilities = json!({
        "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}},
        "workspace": {"workspaceEdit": {"documentChanges": true}},
    });
    let mut client = Client::start(capabilities, Value::Null);
    client.open(URI, "cuda-cpp", "// cute: let Layout = (4,8):(1,4)\n// cute: show Layot\n");
    let params = json!({"textDocument": {"uri": URI}, "range": everything(), "context": {"diagnostics": []}});
    let actions = client.call("textDocument/codeAction", params);
    let edit = &actions[0]["edit"]["documentChanges"][0];
    assert_eq!(actions[0]["kind"], "quickfix", "{actions}");
    assert_eq!(edit["textDocument"], json!({"uri": URI, "version": 1}));
    assert_eq!(edit["edits"][0]["newText"], "Layout");
}

#[test]
fn open_grid_shows_a_document_where_the_client_can() {
    let mut client = open(json!({"window": {"showDocument": {"support": true}}}), json!({"lens.show": true}));
    let lens = grid_lens(&mut client);
    let click = client.request("workspace/executeCommand", lens["command"].clone());
    let show = client.hear("window/showDocument");
    let path = show["params"]["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
    let shown = std::fs::read_to_string(path).expect("the file is there");
    client.reply(&show, json!({"success": true}));
    let picture = client.result(click);
    let text = picture["text"].as_str().expect("a grid");
    assert!(shown.contains(text), "{shown}");
}

#[test]
fn a_grid_that_a_hover_cuts_is_a_document_of_its_own_where_the_client_opens_such() {
    let capabilities =
        json!({"window": {"showDocument": {"support": true}}, "workspace": {"textDocumentContent": {}}});
    let mut client = Client::connect();
    let offered = client.initialize(capabilities, Value::Null);
    let schemes = &offered["capabilities"]["workspace"]["textDocumentContent"]["schemes"];
    assert_eq!(*schemes, json!(["layoutlens"]));
    let request = json!({"title": "A = (64,64):(64,1)", "layout": "(64,64):(64,1)"});
    let command = json!({"command": "layoutlens.openGrid", "arguments": [request]});
    let click = client.request("workspace/executeCommand", command);
    let show = client.hear("window/showDocument");
    client.reply(&show, json!({"success": true}));
    let cut = client.result(click);
    assert!(!cut["text"].as_str().expect("a grid").contains("4095"), "{cut}");
    let content = client.call("workspace/textDocumentContent", json!({"uri": show["params"]["uri"]}));
    let text = content["text"].as_str().expect("a text");
    assert!(text.starts_with("A = (64,64):(64,1)") && text.contains("4095"), "{text}");
    let error = client.call_in_vain("workspace/textDocumentContent", json!({"uri": "layoutlens:/grid?8"}));
    assert!(error["message"].as_str().is_some_and(|reason| reason.contains("not the address")), "{error}");
}

#[test]
fn open_grid_answers_with_the_picture_everywhere() {
    let mut client = open(json!({}), json!({"lens.show": true}));
    let lens = grid_lens(&mut client);
    let picture = client.call("workspace/executeCommand", lens["command"].clone());
    assert!(picture["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{picture}");
    client.hear("window/showMessage");
}

#[test]
fn a_client_with_a_panel_gets_the_picture_in_the_lens() {
    let mut client = open(json!({}), json!({"panel": true, "lens.show": true}));
    let lens = grid_lens(&mut client);
    assert!(lens.get("command").is_none(), "{lens}");
    let resolved = client.call("codeLens/resolve", lens);
    assert_eq!(resolved["command"]["command"], "layoutlens.showGrid");
    let picture = &resolved["command"]["arguments"][0];
    assert!(picture["text"].is_string() && picture["svg"].is_string(), "{picture}");
}

#[test]
fn the_grid_at_a_position_comes_with_its_facts() {
    let mut client = open(json!({}), Value::Null);
    let grid = client.call("layoutlens/grid", at(URI, 2, 13));
    assert!(grid["title"].as_str().is_some_and(|title| title.contains("(2,4):(1,2)")), "{grid}");
    assert!(grid["facts"].is_string() && grid["svg"].is_string(), "{grid}");
    assert_eq!(client.call("layoutlens/grid", at(URI, 0, 0)), Value::Null);
}

/// The lens over `show`.
fn grid_lens(client: &mut Client) -> Value {
    let lenses = client.call("textDocument/codeLens", document(URI));
    let lens =
        lenses.as_array().and_then(|lenses| lenses.iter().find(|lens| lens["range"]["start"]["line"] == 3));
    lens.unwrap_or_else(|| panic!("no lens on line 3: {lenses}")).clone()
}

#[test]
fn what_importing_files_give_is_read_again_when_they_are_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path").join("pack");
    std::fs::create_dir(&root).expect("a folder");
    let kernel = "import cutlass.cute as cute\ndef made(m, n):\n    tile = cute.make_layout((m, n))\n";
    let write = |file: &str, text: &str| std::fs::write(root.join(file), text).expect("a file");
    write("__init__.py", "");
    write("kernel.py", kernel);
    write("user.py", "from .kernel import made\ndef run():\n    made(24, 8)\n");
    let uri = |file: &str| format!("file://{}", root.join(file).display());
    let mut client = Client::start(json!({}), Value::Null);
    client.open(&uri("kernel.py"), "python", kernel);
    let hints = json!({"textDocument": {"uri": uri("kernel.py")}, "range": everything()});
    let shown = client.call("textDocument/inlayHint", hints.clone()).to_string();
    assert!(shown.contains("(24,8):(1,24)"), "{shown}");

    write("user.py", "");
    write("later.py", "from .kernel import made\ndef run():\n    made(3, 5)\n");
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri("later.py")}}));
    let shown = client.call("textDocument/inlayHint", hints).to_string();
    assert!(shown.contains("(3,5):(1,3)") && !shown.contains("(24,8)"), "{shown}");
}
