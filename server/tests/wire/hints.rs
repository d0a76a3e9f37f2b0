//! Hints on the wire: each setting by its name, what a client resolves, and the lens that binds what values rest on.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, document};

const CUDA: &str = "file:///tile.cu";
const CPP: &str = "file:///tile.cpp";
const PYTHON: &str = "file:///norm.py";

const TILE: &str = "#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto tile = make_layout(make_shape(_128{}, make_shape(_64{}, _32{})));  // rows
  auto tiles = blocked_product(tile, make_layout(make_shape(_2{}, _3{})));
}
";

const NORM: &str = "import cutlass
import cutlass.cute as cute

@cute.jit
def f(dtype: type[cutlass.Numeric]):
    row = cute.make_layout((8, 64 // dtype.width))
    tile = cute.blocked_product(row, cute.make_layout((2, 2)))
";

fn label(hint: &Value) -> String {
    match &hint["label"] {
        Value::Array(parts) => parts.iter().filter_map(|part| part["value"].as_str()).collect(),
        label => label.as_str().expect("a label").to_owned(),
    }
}

/// Position and label of each hint of `TILE`.
fn hints(uri: &str, language: &str, settings: Value) -> Vec<(u64, u64, String)> {
    let mut client = Client::start(json!({}), json!({"hints": settings}));
    client.open(uri, language, TILE);
    let hints = client.hints(uri);
    let place = |hint: &Value, part: &str| hint["position"][part].as_u64().expect("a position");
    let hints = hints.as_array().expect("hints").iter();
    hints.map(|hint| (place(hint, "line"), place(hint, "character"), label(hint))).collect()
}

fn columns(settings: Value) -> Vec<u64> {
    hints(CUDA, "cuda-cpp", settings).into_iter().map(|(_, column, _)| column).collect()
}

fn labels(uri: &str, language: &str, settings: Value) -> Vec<String> {
    hints(uri, language, settings).into_iter().map(|(.., label)| label).collect()
}

#[test]
fn hints_place_puts_a_hint_behind_the_statement_the_name_or_the_line() {
    let line = |index: usize| TILE.lines().nth(index).expect("a line");
    let column = |index: usize, text: &str| (line(index).find(text).expect(text) + text.len()) as u64;
    let statement = [column(3, ");"), column(4, ");")];
    assert_eq!(columns(json!({})), statement);
    assert_eq!(columns(json!({"place": "statement"})), statement);
    assert_eq!(columns(json!({"place": "name"})), [column(3, "tile"), column(4, "tiles")]);
    assert_eq!(columns(json!({"place": "line"})), [line(3).len() as u64, line(4).len() as u64]);
}

#[test]
fn hints_maximum_length_takes_strides_and_no_shape() {
    let whole =
        ["= (128,(64,32)):(1,(128,8192))", "= ((128,2),((64,32),3)):((1,262144),((128,8192),524288))"];
    assert_eq!(labels(CUDA, "cuda-cpp", json!({"maximumLength": 0})), whole);
    let short = labels(CUDA, "cuda-cpp", json!({"maximumLength": 30}));
    assert_eq!(short, ["= (128,(64,32)):(1,(128,8192))", "= ((128,2),((64,32),3)):((1,…"]);
}

#[test]
fn hints_of_cuda_files_may_be_longer_than_those_where_the_editor_cuts() {
    let length = |uri, language| {
        labels(uri, language, json!({"place": "name"})).into_iter().map(|one| one.chars().count()).max()
    };
    assert_eq!(length(CUDA, "cuda-cpp"), Some(56));
    let shared = length(CPP, "cpp").expect("hints");
    assert!(shared <= 43, "{shared}");
}

fn resolving() -> Value {
    let properties = ["tooltip", "textEdits", "label.location"];
    json!({"textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "inlayHint": {"resolveSupport": {"properties": properties}},
    }})
}

#[test]
fn a_hint_is_resolved_with_its_grid_its_operand_and_a_comment() {
    let mut client = Client::start(resolving(), Value::Null);
    client.open(CUDA, "cuda-cpp", TILE);
    let hint = client.hints(CUDA)[1].clone();
    assert!(hint["tooltip"].is_null() && hint["textEdits"].is_null(), "{hint}");
    let resolved = client.call("inlayHint/resolve", hint);
    assert_eq!(resolved["tooltip"]["kind"], "markdown");
    let tooltip = resolved["tooltip"]["value"].as_str().expect("a tooltip");
    assert!(tooltip.contains("tiles = ((128,2),((64,32),3))") && tooltip.contains("│"), "{tooltip}");
    let operand = &resolved["label"][0]["location"];
    assert_eq!(operand["range"]["start"], json!({"line": 3, "character": 7}), "{resolved}");
    assert_eq!(
        resolved["textEdits"][0]["newText"],
        "  // ((_128,_2),((_64,_32),_3)):((_1,_262144),((_128,_8192),_524288))"
    );
    assert_eq!(resolved["textEdits"][0]["range"]["start"]["line"], 4);
}

#[test]
fn a_hint_of_a_text_that_was_edited_since_stays_as_it_is() {
    let mut client = Client::start(resolving(), Value::Null);
    client.open(CUDA, "cuda-cpp", TILE);
    let hint = client.hints(CUDA)[1].clone();
    client.change(CUDA, 2, (2, 0, 2, 0), "// above\n");
    assert_eq!(client.call("inlayHint/resolve", hint.clone()), hint);
}

#[test]
fn a_client_that_resolves_nothing_gets_a_hint_with_its_comment_at_once() {
    let mut client = Client::start(json!({}), Value::Null);
    client.open(CUDA, "cuda-cpp", TILE);
    let hints = client.hints(CUDA);
    assert_eq!(
        hints[1]["textEdits"][0]["newText"],
        "  // ((_128,_2),((_64,_32),_3)):((_1,_262144),((_128,_8192),_524288))"
    );
    // Behind `tile` stands a comment.
    assert!(hints[0]["textEdits"].is_null(), "{hints}");
}

#[test]
fn the_lens_over_a_function_binds_what_its_values_rest_on() {
    let edits = json!({"applyEdit": true, "workspaceEdit": {"documentChanges": true}});
    let mut client = Client::start(json!({"workspace": edits}), Value::Null);
    client.open(PYTHON, "python", NORM);
    let hints = client.hints(PYTHON);
    assert_eq!(label(&hints[1]), "= ((8,2),(4,2)):((1,32),(8,64)) if ↑");
    let lenses = client.call("textDocument/codeLens", document(PYTHON));
    assert_eq!(lenses[0]["command"]["title"], "supposes dtype = Float16");
    assert_eq!(lenses[1]["command"]["title"], "bind dtype = f16");
    assert_eq!(lenses[1]["range"]["start"]["line"], 4);
    let click = client.request("workspace/executeCommand", lenses[1]["command"].clone());
    let asked = client.hear("workspace/applyEdit");
    let change = &asked["params"]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"]["version"], 1);
    assert_eq!(change["edits"][0]["newText"], "    # cute: with dtype = f16\n");
    client.reply(&asked, json!({"applied": true}));
    client.result(click);

    client.change(PYTHON, 2, (5, 0, 5, 0), change["edits"][0]["newText"].as_str().expect("a line"));
    assert_eq!(label(&client.hints(PYTHON)[1]), "= ((8,2),(4,2)):((1,32),(8,64))");
    assert_eq!(client.call("textDocument/codeLens", document(PYTHON)), json!([]));
}

/// A kernel in a header; each program gives it a tile.
const KERNEL: &str = "#include <cute/tensor.hpp>
using namespace cute;
template <class Tile>
__global__ void kernel(Tile tile) {
  auto smem = make_layout(tile);
  auto halves = logical_divide(smem, make_shape(_2{}, _2{}));
}
";

#[test]
fn the_program_of_which_the_values_of_a_header_are_is_named_over_the_function() {
    let folder = tempfile::tempdir().expect("a folder");
    let header = folder.path().join("kernel.h");
    fs::write(&header, KERNEL).expect("a file");
    for (name, rows) in [("a.cu", 64), ("b.cu", 32), ("c.cu", 64)] {
        let program =
            format!("#include \"kernel.h\"\nvoid run() {{ kernel<<<1, 32>>>(Shape<_{rows}, _8>{{}}); }}\n");
        fs::write(folder.path().join(name), program).expect("a file");
    }
    let uri = format!("file://{}", header.display());
    let mut client = Client::start_in(folder.path(), json!({}), json!({}));
    client.open(&uri, "cuda-cpp", KERNEL);
    let hints = client.hints(&uri);
    let labels: Vec<String> = hints.as_array().expect("hints").iter().map(label).collect();
    assert_eq!(labels, ["= (64,8):(1,64) in ↑", "= ((2,32),(2,4)):((1,2),(64,128)) in ↑"]);
    let lenses = client.call("textDocument/codeLens", document(&uri));
    let said: Vec<(u64, &str)> = lenses
        .as_array()
        .expect("lenses")
        .iter()
        .map(|lens| {
            (
                lens["range"]["start"]["line"].as_u64().expect("a line"),
                lens["command"]["title"].as_str().expect("a title"),
            )
        })
        .collect();
    assert_eq!(said, [(2, "layouts in a.cu")]);
}
