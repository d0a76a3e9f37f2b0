//! The lenses of a `run` statement, with real workers.

use layoutlens_run::WorkerCommand;
use serde_json::{Value, json};

use crate::client::{Client, document};

const URI: &str = "file:///run.cu";
const STATEMENT: &str = "run copy (8,8):(1,8) -> (8,8):(8,1) : f32";

/// Takes seconds.
const LONG: &str = "run gemm (512,512):(1,512), (512,512):(1,512) -> (512,512):(1,512) : f32";

fn command(name: &str, statement: &str) -> Value {
    json!({"command": name, "arguments": [{"uri": URI, "statement": statement}]})
}

fn progress_client() -> Client {
    let capabilities = json!({
        "window": {"workDoneProgress": true},
        "workspace": {"codeLens": {"refreshSupport": true}},
    });
    Client::start(capabilities, Value::Null)
}

#[test]
fn emulating_shows_progress_and_reports_every_element() {
    let mut client = progress_client();
    let run = client.request("workspace/executeCommand", command("layoutlens.emulate", STATEMENT));
    let create = client.hear("window/workDoneProgress/create");
    client.reply(&create, Value::Null);

    let report = client.result(run);
    assert_eq!(report["elements"], 64);
    assert_eq!(report["wrong"], 0);
    assert_eq!(report["device"]["emulated"], true);
    let message = client.hear("window/showMessage");
    assert!(message["params"]["message"].as_str().is_some_and(|text| text.contains("0 wrong")), "{message}");
    client.hear("workspace/codeLens/refresh");

    let token = &create["params"]["token"];
    let progress = |client: &mut Client, kind| {
        client.wait(kind, |message| {
            message["method"] == "$/progress"
                && message["params"]["token"] == *token
                && message["params"]["value"]["kind"] == kind
        })
    };
    let begin = progress(&mut client, "begin");
    assert_eq!(begin["params"]["value"]["title"], STATEMENT);
    assert_eq!(begin["params"]["value"]["cancellable"], true);
    progress(&mut client, "end");
}

#[test]
fn cancelling_the_progress_ends_the_run() {
    let mut client = progress_client();
    let run = client.request("workspace/executeCommand", command("layoutlens.emulate", LONG));
    let create = client.hear("window/workDoneProgress/create");
    client.notify("window/workDoneProgress/cancel", json!({"token": create["params"]["token"]}));
    assert_eq!(client.result(run)["error"]["code"], "cancelled");
}

#[test]
fn cancelling_the_request_ends_the_run_and_frees_its_worker() {
    let mut client = progress_client();
    let run = client.request("workspace/executeCommand", command("layoutlens.emulate", LONG));
    client.hear("window/workDoneProgress/create");
    client.notify("$/cancelRequest", json!({"id": run}));
    assert_eq!(client.error(run)["code"], -32800);
    let next = client.call("workspace/executeCommand", command("layoutlens.emulate", STATEMENT));
    assert_eq!(next["wrong"], 0);
}

#[test]
fn options_that_change_nothing_are_named() {
    let mut client = Client::start(json!({}), Value::Null);
    let said = |client: &mut Client, options: &str| {
        client.call(
            "workspace/executeCommand",
            command("layoutlens.emulate", &format!("{STATEMENT} ({options})")),
        );
        let message = client.hear("window/showMessage");
        message["params"]["message"].as_str().expect("a message").to_owned()
    };
    let text = said(&mut client, "tile=(4,4), stages=3");
    assert!(text.ends_with("; the kernels have no use for the options tile, stages"), "{text}");
    let text = said(&mut client, "tv=(16,4):(4,1), tile=(8,8)");
    assert!(text.contains("0 wrong") && !text.contains("no use"), "{text}");
}

#[test]
fn a_statement_that_cannot_run_is_refused_with_its_reason() {
    let mut client = Client::start(json!({}), Value::Null);
    let sizes_differ = "run copy (8,8):(1,8) -> (8,4):(1,8) : f32";
    let answer = client.call("workspace/executeCommand", command("layoutlens.emulate", sizes_differ));
    let reason = answer["error"]["message"].as_str().expect("a reason");
    assert!(reason.contains("64") && reason.contains("32"), "{reason}");
    let message = client.hear("window/showMessage");
    assert_eq!(message["params"], json!({"type": 1, "message": format!("layoutlens: {reason}")}));
}

/// On a machine with a GPU it runs there; on any other the reason is given and the emulator offered.
#[test]
fn without_a_gpu_the_emulator_is_offered_and_runs_when_taken() {
    let mut client = Client::start(json!({}), Value::Null);
    let answer = client.call("workspace/executeCommand", command("layoutlens.runOnGpu", STATEMENT));
    if answer.get("error").is_none() {
        assert_eq!(answer["device"]["emulated"], false);
        return;
    }
    let offer = client.hear("window/showMessageRequest");
    assert_eq!(
        offer["params"]["message"],
        format!("layoutlens: {}", answer["error"]["message"].as_str().unwrap())
    );
    assert_eq!(offer["params"]["actions"][0]["title"], "Emulate");
    client.reply(&offer, json!({"title": "Emulate"}));
    let message = client.hear("window/showMessage");
    assert!(message["params"]["message"].as_str().is_some_and(|text| text.contains("emulated")), "{message}");
}

#[test]
fn the_result_stands_behind_its_lens_and_is_stale_when_the_statement_changes() {
    let mut client = progress_client();
    client.open(URI, "cuda-cpp", &format!("// cute: let A = (8,8):(1,8)\n// cute: {STATEMENT}\n"));
    assert_eq!(emulate_lens(&mut client)["title"], "emulate");
    let lens = emulate_lens(&mut client);
    client.call("workspace/executeCommand", lens);
    assert_eq!(titled(&mut client), "emulate: 0 of 64 wrong on the CPU emulator, N threads");

    // Another statement is none of its business.
    client.change(URI, 2, (0, 24, 0, 25), "2");
    assert_eq!(titled(&mut client), "emulate: 0 of 64 wrong on the CPU emulator, N threads");

    let element = u32::try_from("// cute: ".len() + STATEMENT.len() - "f32".len()).expect("a column");
    client.change(URI, 3, (1, element, 1, element + 3), "f64");
    let stale = "emulate (stale: before the edit 0 of 64 wrong on the CPU emulator, N threads)";
    assert_eq!(titled(&mut client), stale);
    let hover = hover(&mut client, 1, 15);
    assert!(hover.contains("Stale: the statement, or a value in it, was edited since."), "{hover}");

    // What is undone is what ran.
    client.change(URI, 4, (1, element, 1, element + 3), "f32");
    assert_eq!(titled(&mut client), "emulate: 0 of 64 wrong on the CPU emulator, N threads");
}

#[test]
fn results_are_there_when_the_editor_starts_again() {
    let source = format!("// cute: {STATEMENT}\n");
    let mut client = progress_client();
    client.open(URI, "cuda-cpp", &source);
    let lens = emulate_lens(&mut client);
    client.call("workspace/executeCommand", lens);
    let shown = titled(&mut client);

    let Client { cache, .. } = client;
    let mut client = Client::start_after(cache);
    client.open(URI, "cuda-cpp", &source);
    assert_eq!(titled(&mut client), shown);
    let hover = hover(&mut client, 0, 15);
    assert!(hover.contains("sectors written"), "{hover}");
}

#[test]
fn a_hover_predicts_and_then_shows_what_was_measured_and_the_last_runs() {
    let mut client = progress_client();
    client.open(URI, "cuda-cpp", &format!("// cute: {STATEMENT}\n"));
    insta::assert_snapshot!(hover(&mut client, 0, 15), @r"
    copy (8,8):(1,8) -> (8,8):(8,1) : f32

    Not run yet. Predicted: accesses of up to 16 bytes; 8 sectors of 32 bytes read, 8 written, which allow 100.0 % of cudaMemcpy.
    ");
    let lens = emulate_lens(&mut client);
    client.call("workspace/executeCommand", lens.clone());
    client.call("workspace/executeCommand", lens);
    let shown = hover(&mut client, 0, 15);
    for part in ["0 wrong", " UTC.", "emulated    predicted", "widest access, bytes", "Last runs:"] {
        assert!(shown.contains(part), "{part} is missing in {shown}");
    }
    assert_eq!(shown.matches("0 of 64 wrong on the CPU emulator").count(), 2, "{shown}");
    // Layouts in the statement have their own hover.
    let layout = hover(&mut client, 0, 20);
    assert!(layout.contains("cosize"), "{layout}");
}

#[test]
fn results_of_two_servers_at_once_stand_beside_each_other() {
    let mut one = progress_client();
    let mut other = Client::start_beside(&one);
    for client in [&mut one, &mut other] {
        client.open(URI, "cuda-cpp", &format!("// cute: {STATEMENT}\n"));
        assert!(hover(client, 0, 15).contains("Not run yet"));
    }
    for client in [&mut one, &mut other] {
        let lens = emulate_lens(client);
        client.call("workspace/executeCommand", lens);
    }
    for client in [&mut one, &mut other] {
        let shown = hover(client, 0, 15);
        assert_eq!(shown.matches("0 of 64 wrong on the CPU emulator").count(), 2, "{shown}");
    }
}

#[test]
fn a_statement_that_is_edited_during_its_run_keeps_the_result_of_what_ran() {
    let folder = tempfile::tempdir().expect("a folder");
    let gate = folder.path().join("go");
    let waits = "while [ ! -e \"$0\" ]; do sleep 0.02; done; exec \"$@\"";
    let gate_path = gate.to_str().expect("a path in UTF-8");
    let words = ["/bin/sh", "-c", waits, gate_path, env!("CARGO_BIN_EXE_layoutlens"), "gpu-worker"];
    let worker = WorkerCommand::of_words(words.map(str::to_owned)).expect("a command");
    let mut client = Client::start_with(worker);
    client.open(URI, "cuda-cpp", &format!("// cute: {STATEMENT}\n"));
    let lens = emulate_lens(&mut client);
    let run = client.request("workspace/executeCommand", lens);
    let element = u32::try_from("// cute: ".len() + STATEMENT.len() - "f32".len()).expect("a column");
    client.change(URI, 2, (0, element, 0, element + 3), "f64");
    std::fs::write(&gate, "").expect("the gate opens");
    let report = client.result(run);
    assert_eq!(report["wrong"], 0, "{report}");
    let message = client.hear("window/showMessage");
    let text = message["params"]["message"].as_str().expect("a message");
    assert!(text.contains("copy 64 f32") && text.contains("was edited during the run"), "{text}");
    let title = emulate_lens(&mut client)["title"].take();
    let title = title.as_str().expect("a title");
    assert!(title.starts_with("emulate (stale: before the edit 0 of 64 wrong"), "{title}");
}

#[test]
fn a_gpu_elsewhere_is_reached_by_the_command_of_the_settings() {
    let refuses = "echo 'me@gpu-box: Permission denied (publickey,password).' >&2; exit 255";
    let settings = json!({"run": {"command": ["/bin/sh", "-c", refuses]}});
    let mut client = Client::start(json!({}), settings);
    let answer = client.call("workspace/executeCommand", command("layoutlens.runOnGpu", STATEMENT));
    assert_eq!(answer["error"]["code"], "worker-unreachable", "{answer}");
    let message = client.hear("window/showMessage");
    let text = message["params"]["message"].as_str().expect("a message");
    assert!(text.contains("did not let the worker's command in") && text.contains("agent"), "{text}");
    // What is emulated runs here.
    let report = client.call("workspace/executeCommand", command("layoutlens.emulate", STATEMENT));
    assert_eq!(report["wrong"], 0);

    // Another command counts from the next run on.
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": {"layoutlens": {"run": {"command": ["/no/such/srun"]}}}}),
    );
    let answer = client.call("workspace/executeCommand", command("layoutlens.runOnGpu", STATEMENT));
    assert_eq!(answer["error"]["code"], "worker-start", "{answer}");
}

#[test]
fn the_kernel_opens_in_a_document_that_cannot_be_edited() {
    let mut client = Client::start(json!({"window": {"showDocument": {"support": true}}}), Value::Null);
    let click = client.request("workspace/executeCommand", command("layoutlens.showKernel", STATEMENT));
    let shown = client.hear("window/showDocument");
    client.reply(&shown, json!({"success": true}));
    let answer = client.result(click);
    let path = shown["params"]["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
    assert!(path.ends_with(".cu"), "{path}");
    let source = std::fs::read_to_string(path).expect("the kernel");
    assert!(source.contains("__global__") && source.contains("(8,8):(8,1)"), "{source}");
    assert_eq!(answer["source"], source);
    assert!(std::fs::metadata(path).expect("the kernel").permissions().readonly());
    // A second click meets the file that is there.
    let again = client.request("workspace/executeCommand", command("layoutlens.showKernel", STATEMENT));
    let shown = client.hear("window/showDocument");
    client.reply(&shown, json!({"success": true}));
    assert_eq!(client.result(again), answer);
}

#[test]
fn a_statement_without_a_kernel_says_why() {
    let mut client = Client::start(json!({}), Value::Null);
    let collides = "run copy (8,8):(1,8) -> (8,8):(1,4) : f32";
    let answer = client.call("workspace/executeCommand", command("layoutlens.showKernel", collides));
    let reason = answer["error"]["message"].as_str().expect("a reason");
    assert!(reason.contains("share offset"), "{reason}");
    let message = client.hear("window/showMessage");
    assert_eq!(message["params"], json!({"type": 1, "message": format!("layoutlens: {reason}")}));
}

/// The command of the lens "emulate".
fn emulate_lens(client: &mut Client) -> Value {
    let lenses = client.call("textDocument/codeLens", document(URI));
    let lenses = lenses.as_array().expect("lenses");
    let lens = lenses.iter().find(|lens| lens["command"]["command"] == "layoutlens.emulate");
    lens.expect("a lens that emulates")["command"].clone()
}

/// Its title; how many threads the emulator has is the machine's business.
fn titled(client: &mut Client) -> String {
    let lens = emulate_lens(client);
    let title = lens["title"].as_str().expect("a title");
    let (before, after) = title.split_once("emulator, ").expect("the emulator");
    let after = after.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches(')');
    let closed = if title.ends_with(')') { ")" } else { "" };
    format!(
        "{before}emulator, N{}{closed}",
        after.replace("thread", "threads").replace("threadss", "threads")
    )
}

fn hover(client: &mut Client, line: u32, character: u32) -> String {
    let position = json!({"textDocument": {"uri": URI}, "position": {"line": line, "character": character}});
    let hover = client.call("textDocument/hover", position);
    hover["contents"]["value"].as_str().expect("a hover").to_owned()
}
