//! Push and pull.

use serde_json::{Value, json};

use crate::client::{Client, document};

const URI: &str = "file:///a.cu";

#[test]
fn diagnostics_are_pushed_for_the_newest_version_and_taken_back_on_close() {
    let mut client = Client::start(json!({}), Value::Null);
    client.open(URI, "cuda-cpp", "int a;\n");
    for version in 2..=50 {
        client.change(URI, version, (0, 0, 0, 0), "x");
    }
    let mut last = 0;
    while last < 50 {
        let published = client.hear("textDocument/publishDiagnostics");
        let version = published["params"]["version"].as_i64().expect("a version");
        assert!(version > last, "version {version} after {last}");
        last = version;
    }
    client.notify("textDocument/didClose", document(URI));
    let closed = client.hear("textDocument/publishDiagnostics");
    assert_eq!(closed["params"], json!({"uri": URI, "diagnostics": []}));
}

#[test]
fn a_client_that_pulls_gets_none_pushed() {
    let mut client = Client::connect();
    let server = client.initialize(json!({"textDocument": {"diagnostic": {}}}), Value::Null);
    assert_eq!(server["capabilities"]["diagnosticProvider"]["interFileDependencies"], true);
    client.open(URI, "cuda-cpp", "int a;\n");
    let first = client.call("textDocument/diagnostic", document(URI));
    assert_eq!(first["kind"], "full");

    let again = json!({"textDocument": {"uri": URI}, "previousResultId": first["resultId"]});
    client.change(URI, 2, (0, 0, 0, 0), "// no layout\n");
    assert_eq!(client.call("textDocument/diagnostic", again)["kind"], "unchanged");

    client.call("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    client.ending();
    assert!(!client.has_kept("textDocument/publishDiagnostics"));
}
