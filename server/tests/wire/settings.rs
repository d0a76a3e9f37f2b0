//! Each setting acts, and a change of it acts at once.

use serde_json::{Value, json};

use crate::client::{Client, at, document};

const URI: &str = "file:///settings.cu";

/// One name of each kind that has hints of its own.
const TEXT: &str = "\
#include <cute/tensor.hpp>
using namespace cute;
using Alias = decltype(make_layout(make_shape(Int<2>{}, Int<3>{})));
template <class L> void parametrized(L parameter) {
  auto column = coalesce(parameter);
}
void f(float* data) {
  auto made = coalesce(make_layout(make_shape(Int<7>{}, Int<1>{})));
  auto spelled = make_layout(make_shape(Int<9>{}, Int<4>{}), make_stride(Int<4>{}, Int<1>{}));
  auto tuple = shape(zipped_divide(spelled, make_tile(Int<3>{}, Int<2>{})));
  Tensor viewed = make_tensor(make_gmem_ptr(data), spelled);
  auto mma = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{});
  parametrized(made);
}
// cute: show (4,8):(8,1) o 4:2
// cute: run copy (4,8):(8,1) -> (4,8):(1,4) : f32
";

/// What nothing calls, so that its values rest on suppositions.
const UNCALLED: &str = "\
import cutlass.cute as cute

@cute.kernel
def kernel(mA: cute.Tensor):
    layout = cute.make_layout((128 // mA.element_type.width, 8))
";

fn open(options: Value) -> Client {
    let mut client = Client::start(json!({}), options);
    client.open(URI, "cuda-cpp", TEXT);
    client
}

fn set(client: &mut Client, settings: Value) {
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"layoutlens": settings}}));
}

/// The labels of the hints, each with its line and column.
fn hints(client: &mut Client) -> Vec<String> {
    let hints = client.hints(URI);
    let label = |hint: &Value| {
        let label = match &hint["label"] {
            Value::String(label) => label.clone(),
            parts => {
                parts.as_array().into_iter().flatten().filter_map(|part| part["value"].as_str()).collect()
            }
        };
        format!("{}:{}: {label}", hint["position"]["line"], hint["position"]["character"])
    };
    hints.as_array().map(|hints| hints.iter().map(label).collect()).unwrap_or_default()
}

/// Sets a switch of hints to what it is not by default and back: which hints come with it.
#[track_caller]
fn hints_of(name: &str, by_default: bool) -> Vec<String> {
    let mut client = open(Value::Null);
    set(&mut client, json!({ name: true }));
    let with = hints(&mut client);
    set(&mut client, json!({ name: false }));
    let without = hints(&mut client);
    set(&mut client, json!({ name: null }));
    assert_eq!(
        hints(&mut client),
        if by_default { with.clone() } else { without.clone() },
        "{name} by default"
    );
    let of_it: Vec<String> = with.into_iter().filter(|hint| !without.contains(hint)).collect();
    assert!(!of_it.is_empty(), "{name} changes nothing");
    of_it
}

/// All hints stand on lines that hold this text.
#[track_caller]
fn stand_where(hints: &[String], text: &str) {
    for hint in hints {
        let line = hint.split(':').next().and_then(|line| line.parse::<usize>().ok()).expect("a line");
        let line = TEXT.lines().nth(line).expect("a line");
        assert!(line.contains(text), "{hint} stands behind {line}");
    }
}

#[test]
fn hints_enable() {
    assert!(hints_of("hints.enable", true).len() > 4);
    let mut client = open(json!({"hints": {"enable": false}}));
    assert_eq!(client.hints(URI), Value::Null);
}

#[test]
fn hints_layouts() {
    let of_it = hints_of("hints.layouts", true);
    assert!(of_it.iter().any(|hint| hint.contains("7:1")), "{of_it:?}");
}

#[test]
fn hints_tensors() {
    stand_where(&hints_of("hints.tensors", true), "make_tensor");
}

#[test]
fn hints_tuples() {
    stand_where(&hints_of("hints.tuples", false), "tuple");
}

#[test]
fn hints_tiled() {
    stand_where(&hints_of("hints.tiled", false), "make_tiled_mma");
}

#[test]
fn hints_parameters() {
    stand_where(&hints_of("hints.parameters", true), "parameter)");
}

#[test]
fn hints_template_parameters() {
    stand_where(&hints_of("hints.templateParameters", false), "class L");
}

#[test]
fn hints_aliases() {
    stand_where(&hints_of("hints.aliases", true), "using Alias");
}

#[test]
fn hints_obvious() {
    stand_where(&hints_of("hints.obvious", false), "make_layout");
}

#[test]
fn hints_place() {
    let mut client = open(Value::Null);
    let column = |client: &mut Client| {
        let hints = hints(client);
        let made = hints.iter().find(|hint| hint.starts_with("10:")).expect("a hint of `viewed`");
        made.split(':').nth(1).and_then(|column| column.parse::<usize>().ok()).expect("a column")
    };
    let line = TEXT.lines().nth(10).expect("a line");
    assert_eq!(column(&mut client), line.len());
    set(&mut client, json!({"hints.place": "name"}));
    assert_eq!(column(&mut client), line.find(" = ").expect("a value"));
    set(&mut client, json!({"hints.place": null}));
    assert_eq!(column(&mut client), line.len());
}

#[test]
fn hints_maximum_length() {
    let longest = |client: &mut Client| {
        let labels = hints(client);
        let labels = labels.iter().filter_map(|hint| hint.splitn(3, ':').nth(2));
        labels.map(|label| label.trim_start().chars().count()).max().expect("hints")
    };
    let mut client = open(Value::Null);
    let whole = longest(&mut client);
    set(&mut client, json!({"hints.maximumLength": 12}));
    assert!(longest(&mut client) <= 12 && whole > 12, "{:?}", hints(&mut client));
    set(&mut client, json!({"hints.maximumLength": 0}));
    assert!(longest(&mut client) >= whole);
}

#[test]
fn semantic_tokens_enable() {
    let offered = |options: Value| {
        let capabilities = Client::connect().initialize(json!({}), options)["capabilities"].take();
        capabilities["semanticTokensProvider"].is_object()
    };
    assert!(offered(Value::Null) && !offered(json!({"semanticTokens": {"enable": false}})));
    comes_and_goes("semanticTokens", "semanticTokens.enable", true);
    let mut client = open(Value::Null);
    assert!(client.call("textDocument/semanticTokens/full", document(URI)).is_object());
    set(&mut client, json!({"semanticTokens.enable": false}));
    assert_eq!(client.call("textDocument/semanticTokens/full", document(URI)), Value::Null);
}

/// A client that registers this capability is told to at the start where it is on, and whenever its setting changes.
fn comes_and_goes(capability: &str, setting: &str, by_default: bool) {
    let method = format!("textDocument/{capability}");
    let mut client = Client::connect();
    let registers = json!({"textDocument": {capability: {
        "dynamicRegistration": true, "requests": {}, "tokenTypes": [], "tokenModifiers": [], "formats": [],
    }}});
    let offered = client.initialize(registers, Value::Null);
    let name = if capability == "semanticTokens" { capability } else { "documentRangeFormatting" };
    assert_eq!(offered["capabilities"].get(format!("{name}Provider")), None);
    let is_told = |client: &mut Client, is_on: bool| {
        let (question, list) = match is_on {
            true => ("client/registerCapability", "registrations"),
            // So it is misspelt in the protocol.
            false => ("client/unregisterCapability", "unregisterations"),
        };
        let told = client.hear(question);
        assert_eq!(told["params"][list][0]["method"], json!(method), "{told}");
        client.reply(&told, Value::Null);
    };
    if by_default {
        is_told(&mut client, true);
    }
    for is_on in [!by_default, by_default] {
        set(&mut client, json!({setting: is_on}));
        is_told(&mut client, is_on);
    }
}

#[test]
fn format_enable() {
    let offered = |options: Value| {
        let capabilities = Client::connect().initialize(json!({}), options)["capabilities"].take();
        capabilities["documentRangeFormattingProvider"] != Value::Null
    };
    assert!(!offered(Value::Null) && offered(json!({"format": {"enable": true}})));
    comes_and_goes("rangeFormatting", "format.enable", false);
    let mut client = open(json!({"format": {"enable": true}}));
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let options = json!({"tabSize": 4, "insertSpaces": true});
    let params = json!({"textDocument": {"uri": URI}, "range": whole, "options": options});
    assert!(client.call("textDocument/rangeFormatting", params.clone()).is_array());
    set(&mut client, json!({"format.enable": false}));
    assert_eq!(client.call("textDocument/rangeFormatting", params), Value::Null);
}

#[test]
fn hints_suppositions() {
    let uri = "file:///settings.py";
    let mut client = Client::start(json!({}), Value::Null);
    client.open(uri, "python", UNCALLED);
    assert!(client.hints(uri).to_string().contains("(8,8):(1,8)"));
    set(&mut client, json!({"hints.suppositions": false}));
    assert_eq!(client.hints(uri), json!([]));
}

#[test]
fn hints_accesses() {
    let uri = "file:///plain.cu";
    let mut client = Client::start(json!({}), Value::Null);
    let text = "__global__ void k(float* out) {\n  __shared__ float t[32][32];\n  out[threadIdx.x] = t[threadIdx.x][0];\n}\n";
    client.open(uri, "cuda-cpp", text);
    let hints = client.hints(uri).to_string();
    assert!(hints.contains("32 wavefronts for 1") && hints.contains("(32,32):(32,1)"), "{hints}");
    set(&mut client, json!({"hints.accesses": false}));
    assert_eq!(client.hints(uri), json!([]));
}

fn lenses(client: &mut Client) -> Vec<String> {
    let lenses = client.call("textDocument/codeLens", document(URI));
    let title = |lens: &Value| lens["command"]["title"].as_str().unwrap_or("not resolved").to_owned();
    lenses.as_array().map(|lenses| lenses.iter().map(title).collect()).unwrap_or_default()
}

#[test]
fn lens_enable() {
    let mut client = open(json!({"lens": {"enable": false}}));
    assert_eq!(client.call("textDocument/codeLens", document(URI)), Value::Null);
    set(&mut client, json!({"lens": {"enable": true}}));
    assert_eq!(lenses(&mut client), ["run on GPU", "emulate", "kernel"]);
}

#[test]
fn lens_show() {
    let mut client = open(Value::Null);
    assert_eq!(lenses(&mut client).len(), 3, "none above `show` unless it is wanted");
    set(&mut client, json!({"lens": {"show": true}}));
    assert_eq!(lenses(&mut client)[0], "open grid");
    set(&mut client, json!({"lens": {"show": null}}));
    assert_eq!(lenses(&mut client).len(), 3);
}

#[test]
fn lens_accesses() {
    let mut client = Client::start(json!({}), Value::Null);
    client.open(URI, "cuda-cpp", "__global__ void k(float* a) {\n  a[4 * threadIdx.x] = 0;\n}\n");
    assert_eq!(lenses(&mut client), [""; 0]);
    set(&mut client, json!({"lens": {"accesses": true}}));
    assert_eq!(lenses(&mut client), ["1 access, 1 costs more: 16 sectors for 4"]);
}

#[test]
fn run_command() {
    let mut client = open(Value::Null);
    let refuses = json!(["/bin/sh", "-c", "echo 'me@gpu-box: Permission denied (publickey).' >&2; exit 255"]);
    set(&mut client, json!({"run": {"command": refuses}}));
    let statement = "run copy (4,8):(8,1) -> (4,8):(1,4) : f32";
    let run = json!({"command": "layoutlens.runOnGpu", "arguments": [{"uri": URI, "statement": statement}]});
    let answer = client.call("workspace/executeCommand", run);
    assert_eq!(answer["error"]["code"], "worker-unreachable", "{answer}");
}

#[test]
fn hover_images() {
    let markdown = json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}}});
    let mut client = Client::start(markdown, Value::Null);
    client.open(URI, "cuda-cpp", "// cute: show (4,8):(8,1)\n");
    let has_picture = |client: &mut Client| {
        client.call("textDocument/hover", at(URI, 0, 16)).to_string().contains("data:image")
    };
    assert!(!has_picture(&mut client));
    set(&mut client, json!({"hover": {"images": true}}));
    assert!(has_picture(&mut client));
}

#[test]
fn hover_theme() {
    let markdown = json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}}});
    let mut client = Client::start(markdown, json!({"hover": {"images": true}}));
    client.open(URI, "cuda-cpp", "// cute: show (4,8):(8,1)\n");
    let mut pictures = Vec::new();
    for theme in ["light", "dark", "highContrast"] {
        set(&mut client, json!({"hover": {"images": true, "theme": theme}}));
        pictures.push(client.call("textDocument/hover", at(URI, 0, 16)).to_string());
    }
    assert!(pictures.iter().all(|picture| picture.contains("data:image/svg+xml")));
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2], "each theme has its colours");
}

#[test]
fn panel() {
    let mut client = open(json!({"lens": {"show": true}}));
    assert_eq!(lenses(&mut client)[0], "open grid");
    set(&mut client, json!({"panel": true}));
    assert_eq!(lenses(&mut client)[0], "not resolved");
}

#[test]
fn each_setting_has_a_test_of_its_name() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/settings.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let names = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let names: Vec<&str> = names.filter(|name| !name.starts_with("layoutlens.")).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let snake: String = name
            .chars()
            .flat_map(|letter| match letter {
                '.' => vec!['_'],
                upper if upper.is_ascii_uppercase() => vec!['_', upper.to_ascii_lowercase()],
                other => vec![other],
            })
            .collect();
        assert!(include_str!("settings.rs").contains(&format!("\nfn {snake}() {{")), "{name}");
    }
}

/// A client that is asked for its settings.
fn asked(registers: bool) -> Client {
    Client::start(
        json!({"workspace": {
            "configuration": true,
            "didChangeConfiguration": {"dynamicRegistration": registers},
            "inlayHint": {"refreshSupport": true},
        }}),
        Value::Null,
    )
}

#[test]
fn a_client_that_knows_settings_is_asked_for_them_at_the_start() {
    let mut client = asked(false);
    client.open(URI, "cuda-cpp", TEXT);
    let question = client.hear("workspace/configuration");
    assert_eq!(question["params"]["items"], json!([{"section": "layoutlens"}]));
    client.reply(&question, json!([{"hints": {"enable": false}}]));
    let refresh = client.hear("workspace/inlayHint/refresh");
    client.reply(&refresh, Value::Null);
    assert_eq!(client.hints(URI), Value::Null);
}

#[test]
fn a_change_is_asked_for_and_what_is_not_set_any_more_is_as_by_default() {
    let mut client = asked(false);
    client.open(URI, "cuda-cpp", TEXT);
    let question = client.hear("workspace/configuration");
    client.reply(&question, json!([null]));
    client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    let question = client.hear("workspace/configuration");
    client.reply(&question, json!([{"hints.enable": false, "hints.tuples": null}]));
    client.hear("workspace/inlayHint/refresh");
    assert_eq!(client.hints(URI), Value::Null);
    client.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    let question = client.hear("workspace/configuration");
    client.reply(&question, json!([{"hints.enable": null}]));
    client.hear("workspace/inlayHint/refresh");
    assert!(!hints(&mut client).is_empty());
}

#[test]
fn a_client_that_registers_says_when_settings_change() {
    let mut client = asked(true);
    let registration = client.hear("client/registerCapability");
    let methods = &registration["params"]["registrations"];
    assert_eq!(methods[0]["method"], "workspace/didChangeConfiguration", "{registration}");
    assert!(methods[0].get("registerOptions").is_none(), "a section would make it send defaults as settings");
}

#[test]
fn a_misspelt_setting_is_logged_with_the_nearest_name() {
    let mut client = open(json!({"hints": {"tupels": true}}));
    let told = client.hear("window/logMessage");
    assert_eq!(
        told["params"]["message"],
        "layoutlens settings: there is no setting `hints.tupels`; the nearest is `hints.tuples`"
    );
}
