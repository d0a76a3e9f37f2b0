//! The lens of a `run` statement whose GPU is on another machine: what the editor shows of the way there.

use std::path::Path;

use layoutlens_run::{
    Device,
    protocol::{self, BINARY_VERSION, FromWorker, Hello, PROTOCOL_VERSION, State},
};
use serde_json::{Value, json};

use crate::client::Client;

/// An editor whose runs on a GPU are started by this shell script.
fn editor(script: &str) -> Client {
    let settings = json!({"run": {"command": ["/bin/sh", "-c", script]}});
    Client::start(json!({"window": {"workDoneProgress": true}}), settings)
}

/// Clicks *run on GPU*; gives the request and the token of its progress.
fn click(client: &mut Client) -> (i64, Value) {
    let statement = "run copy (8,8):(1,8) -> (8,8):(8,1) : f32";
    let request = client.request(
        "workspace/executeCommand",
        json!({
            "command": "layoutlens.runOnGpu",
            "arguments": [{"uri": "file:///run.cu", "statement": statement}],
        }),
    );
    let create = client.hear("window/workDoneProgress/create");
    client.reply(&create, Value::Null);
    (request, create["params"]["token"].clone())
}

/// Waits until the progress shows this stage.
fn wait_for_stage(client: &mut Client, token: &Value, stage: &str) {
    client.wait(stage, |message| {
        message["method"] == "$/progress"
            && message["params"]["token"] == *token
            && message["params"]["value"]["message"] == stage
    });
}

#[test]
fn a_queue_is_shown_until_it_is_cancelled() {
    let mut client = editor("echo 'srun: job 7 queued and waiting for resources' >&2; cat >&2");
    let (request, token) = click(&mut client);
    wait_for_stage(&mut client, &token, "queued");
    client.notify("window/workDoneProgress/cancel", json!({"token": token}));
    assert_eq!(client.result(request)["error"]["code"], "cancelled");
}

#[test]
fn a_command_without_a_word_is_shown_connecting() {
    let mut client = editor("cat >&2");
    let (request, token) = click(&mut client);
    wait_for_stage(&mut client, &token, "connecting");
    client.notify("window/workDoneProgress/cancel", json!({"token": token}));
    assert_eq!(client.result(request)["error"]["code"], "cancelled");
}

#[test]
fn a_run_that_waits_for_another_is_cancelled_alone_and_holds_up_no_emulated_one() {
    let mut client = editor("echo 'srun: job 7 queued and waiting for resources' >&2; cat >&2");
    let (first, first_token) = click(&mut client);
    wait_for_stage(&mut client, &first_token, "queued");
    let (second, second_token) = click(&mut client);
    let emulated = client.call(
        "workspace/executeCommand",
        json!({
            "command": "layoutlens.emulate",
            "arguments": [{"uri": "file:///run.cu", "statement": "copy 8:1 -> 8:1 : f32"}],
        }),
    );
    assert_eq!(emulated["wrong"], 0, "{emulated}");
    client.notify("window/workDoneProgress/cancel", json!({"token": second_token}));
    assert_eq!(client.result(second)["error"]["code"], "cancelled");
    client.notify("window/workDoneProgress/cancel", json!({"token": first_token}));
    assert_eq!(client.result(first)["error"]["code"], "cancelled");
}

/// Writes what a worker with a GPU says first.
fn write_hello(path: &Path) {
    let device = Device { name: "Far GPU".into(), emulated: false, driver: Some("13.0".into()) };
    let state = State::Ready { device, nvrtc: None };
    let hello = Hello { protocol: PROTOCOL_VERSION, version: BINARY_VERSION.into(), state };
    let mut file = std::fs::File::create(path).expect("a file");
    protocol::write(&mut file, &FromWorker::Hello(hello)).expect("a file");
}

#[test]
fn a_connection_that_is_lost_in_the_middle_of_a_run_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let hello = folder.path().join("hello");
    write_hello(&hello);
    // It ends once it was asked to run.
    let lost = "echo 'Connection to gpu-box closed by remote host.' >&2; exit 255";
    let mut client = editor(&format!("cat '{}'; head -c 4 > /dev/null; {lost}", hello.display()));
    let (request, _) = click(&mut client);
    assert_eq!(client.result(request)["error"]["code"], "worker-lost");
    let message = client.hear("window/showMessage");
    let text = message["params"]["message"].as_str().expect("a message");
    assert!(text.contains("the connection to the worker was lost") && text.contains("gpu-box"), "{text}");
}
