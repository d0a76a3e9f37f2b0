//! `docs/features.md` has a row for whatever the server offers, and names tests that there are.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use crate::client::Client;

/// What an answer to `initialize` calls it, and its row of the page.
const ROWS: &[(&str, &str)] = &[
    ("codeActionProvider", "code actions: `quickfix`"),
    ("codeLensProvider", "code lens"),
    ("completionProvider", "completion"),
    ("definitionProvider", "definition"),
    ("diagnosticProvider", "diagnostics"),
    ("documentHighlightProvider", "references, document highlight"),
    ("documentRangeFormattingProvider", "range formatting, command `layoutlens.format`"),
    ("documentSymbolProvider", "document symbol"),
    ("executeCommandProvider", "execute command"),
    ("foldingRangeProvider", "folding range"),
    ("hoverProvider", "hover"),
    ("inlayHintProvider", "inlay hints"),
    ("notebookDocumentSync", "notebook synchronisation"),
    ("positionEncoding", "text synchronisation"),
    ("referencesProvider", "references, document highlight"),
    ("renameProvider", "rename, prepare rename"),
    ("selectionRangeProvider", "selection range"),
    ("semanticTokensProvider", "semantic tokens: full, delta, range"),
    ("signatureHelpProvider", "signature help"),
    ("textDocumentContent", "text document content: `layoutlens:`"),
    ("textDocumentSync", "text synchronisation"),
    ("workspaceFolders", "workspace folders"),
    ("workspaceSymbolProvider", "workspace symbol"),
];

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn page() -> String {
    fs::read_to_string(at("docs/features.md")).expect("the page")
}

#[test]
fn each_capability_has_a_row_on_the_page_of_features() {
    let everything = json!({
        "textDocument": {
            "diagnostic": {},
            "rename": {"prepareSupport": true},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        },
        "workspace": {"textDocumentContent": {}},
    });
    let answer = Client::connect().initialize(everything, json!({"format": {"enable": true}}));
    let Value::Object(mut offered) = answer["capabilities"].clone() else { panic!("{answer}") };
    let of_workspace = offered.remove("workspace").unwrap_or_default();
    offered.extend(of_workspace.as_object().cloned().unwrap_or_default());
    let page = page();
    for name in offered.keys() {
        let row = ROWS.iter().find(|(known, _)| known == name);
        let (_, row) = row.unwrap_or_else(|| panic!("{name} is offered and has no row"));
        assert!(page.contains(&format!("\n| {row} |")), "{name}: there is no row {row}");
    }
    assert_eq!(offered.len(), ROWS.len(), "{:?}", offered.keys());
}

/// The text of all files with tests.
fn tests() -> String {
    let folders = [
        ("server/tests/wire", "rs"),
        ("server/tests/cli", "rs"),
        ("server/crates/render/tests", "rs"),
        ("server/crates/ide/tests/features", "rs"),
        ("server/crates/ide/src", "rs"),
        ("vscode-extension/e2e", "ts"),
        ("neovim-plugin/tests", "lua"),
        ("xtask/src/bench/render", "rs"),
    ];
    let mut text = String::new();
    for (folder, ending) in folders {
        for entry in fs::read_dir(at(folder)).expect("a folder with tests") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == ending) {
                text += &fs::read_to_string(&path).expect("a file that can be read");
            }
        }
    }
    text
}

#[test]
fn each_test_that_the_page_of_features_names_is_there() {
    let tests = tests();
    let page = page();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).collect();
    assert!(rows.len() > 30, "{}", rows.len());
    for row in rows.iter().filter(|row| !row.ends_with("| held by |")) {
        let held = row.trim_end_matches(" |").rsplit(" | ").next().expect("a last column");
        let named: Vec<&str> = held.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "no test holds {row}");
        for name in named {
            let name = name.rsplit("::").next().expect("a name");
            // The tests of kernels have the name of the kernel in theirs.
            let is_there = tests.contains(&format!("fn {name}()"))
                || tests.contains(&format!("test('{name}'"))
                || name.starts_with("the hints of tutorial/");
            assert!(is_there, "there is no test {name}");
        }
    }
}

/// Of the table that LayoutLens was planned by, the rows about pictures and the bench: the paper, the viewer, pictures, the
/// panel and its speed.
#[test]
fn each_row_about_pictures_and_the_bench_has_a_test_of_its_name() {
    let tests = tests();
    let page = page();
    for row in (34..=64).chain([87, 91]) {
        let begin = format!("fn row_{row}_");
        let (_, rest) = tests.split_once(&begin).unwrap_or_else(|| panic!("row {row} has no test"));
        let name = rest.split('(').next().expect("a name");
        assert!(page.contains(&format!("`row_{row}_")), "row_{row}_{name} is not on the page");
    }
}
