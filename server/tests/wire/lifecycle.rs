//! Meeting, parting, and what is said out of turn.

use layoutlens_server::lsp::Ending;
use serde_json::{Value, json};

use crate::client::{Client, at, document};

const REQUEST_CANCELLED: i64 = -32800;
const SERVER_NOT_INITIALIZED: i64 = -32002;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INTERNAL_ERROR: i64 = -32603;

#[test]
fn shutdown_then_exit_is_a_clean_end() {
    assert_eq!(Client::start(json!({}), Value::Null).leave(), Ending::Exit);
}

#[test]
fn exit_without_shutdown_is_abrupt() {
    let mut client = Client::start(json!({}), Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.ending(), Ending::AbruptExit);
}

#[test]
fn a_client_that_hangs_up_ends_the_server() {
    let mut client = Client::start(json!({}), Value::Null);
    client.hang_up();
    assert_eq!(client.ending(), Ending::InputClosed);
}

#[test]
fn what_was_asked_before_hanging_up_is_answered() {
    let mut client = Client::start(json!({}), Value::Null);
    let id = client.request("layoutlens/test/work", json!({"steps": 3}));
    client.hang_up();
    assert_eq!(client.result(id), json!(3));
    assert_eq!(client.ending(), Ending::InputClosed);
}

#[test]
fn nothing_is_answered_before_initialize() {
    let mut client = Client::connect();
    let error = client.call_in_vain("textDocument/hover", at("file:///a.cu", 0, 0));
    assert_eq!(error["code"], SERVER_NOT_INITIALIZED);
}

#[test]
fn a_second_initialize_is_refused() {
    let mut client = Client::start(json!({}), Value::Null);
    assert_eq!(client.call_in_vain("initialize", json!({"capabilities": {}}))["code"], INVALID_REQUEST);
}

#[test]
fn after_shutdown_requests_are_refused() {
    let mut client = Client::start(json!({}), Value::Null);
    client.call("shutdown", Value::Null);
    let error = client.call_in_vain("textDocument/documentSymbol", document("file:///a.cu"));
    assert_eq!(error["code"], INVALID_REQUEST);
}

#[test]
fn an_unknown_method_is_named_as_such() {
    let mut client = Client::start(json!({}), Value::Null);
    assert_eq!(client.call_in_vain("textDocument/paint", json!({}))["code"], METHOD_NOT_FOUND);
    client.notify("$/paint", json!({}));
    assert_eq!(client.leave(), Ending::Exit);
}

#[test]
fn a_cancelled_request_is_answered_as_cancelled() {
    let mut client = Client::start(json!({}), Value::Null);
    let id = client.request("layoutlens/test/work", json!({"steps": 600_000}));
    client.notify("$/cancelRequest", json!({"id": id}));
    assert_eq!(client.error(id)["code"], REQUEST_CANCELLED);
}

#[test]
fn a_panic_costs_one_answer() {
    let mut client = Client::start(json!({}), Value::Null);
    client.open("file:///a.cu", "cuda-cpp", "int a;");
    for method in ["layoutlens/test/panic", "layoutlens/test/panicInPool"] {
        let error = client.call_in_vain(method, Value::Null);
        assert_eq!(error["code"], INTERNAL_ERROR, "{method}");
        assert!(error["message"].as_str().is_some_and(|message| message.contains("bug")), "{error}");
    }
    assert_eq!(client.text("file:///a.cu"), "int a;");
    assert_eq!(client.leave(), Ending::Exit);
}

#[test]
fn a_panic_inside_an_edit_leaves_the_world_as_it_was() {
    let mut client = Client::start(json!({}), Value::Null);
    client.open("file:///a.cu", "cuda-cpp", "int a;");
    client.notify("layoutlens/test/panicInEdit", json!("file:///a.cu"));
    assert_eq!(client.text("file:///a.cu"), "int a;");
    client.change("file:///a.cu", 2, (0, 4, 0, 5), "b");
    assert_eq!(client.text("file:///a.cu"), "int b;");
}
