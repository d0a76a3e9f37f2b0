//! `layoutlens.toml` at the root of a folder.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Client, document};

const TEXT: &str = "// cute: show (4,8):(8,1) o 4:2\n// cute: run copy (4,8):(8,1) -> (4,8):(1,4) : f32\n";

/// A folder with a kernel.
struct Folder {
    _kept: TempDir,
    root: PathBuf,
}

impl Folder {
    fn new() -> Self {
        let kept = tempfile::tempdir().expect("a folder");
        let root = kept.path().canonicalize().expect("a path");
        fs::write(root.join("kernel.cu"), TEXT).expect("a file");
        Self { _kept: kept, root }
    }

    fn write(&self, settings: &str) {
        fs::write(self.root.join("layoutlens.toml"), settings).expect("a file");
    }

    fn uri(&self) -> String {
        format!("file://{}", self.root.join("kernel.cu").display())
    }

    fn open(&self, options: Value) -> Client {
        let capabilities = json!({"workspace": {"codeLens": {"refreshSupport": true}}});
        let mut client = Client::start_in(&self.root, capabilities, options);
        client.open(&self.uri(), "cuda-cpp", TEXT);
        client
    }

    fn lenses(&self, client: &mut Client) -> usize {
        let lenses = client.call("textDocument/codeLens", document(&self.uri()));
        lenses.as_array().map_or(0, Vec::len)
    }
}

#[test]
fn the_first_answer_knows_the_file() {
    let folder = Folder::new();
    folder.write("lens.show = true\n");
    assert_eq!(folder.lenses(&mut folder.open(Value::Null)), 4);
}

#[test]
fn what_the_editor_says_counts_before_the_file() {
    let folder = Folder::new();
    folder.write("[lens]\nshow = true\n");
    assert_eq!(folder.lenses(&mut folder.open(json!({"lens": {"show": false}}))), 3);
}

#[test]
fn a_change_of_the_file_counts_at_once() {
    let folder = Folder::new();
    let mut client = folder.open(Value::Null);
    assert_eq!(folder.lenses(&mut client), 3);
    folder.write("lens.show = true\n");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    let refresh = client.hear("workspace/codeLens/refresh");
    client.reply(&refresh, Value::Null);
    assert_eq!(folder.lenses(&mut client), 4);
    fs::remove_file(folder.root.join("layoutlens.toml")).expect("gone");
    client.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    let refresh = client.hear("workspace/codeLens/refresh");
    client.reply(&refresh, Value::Null);
    assert_eq!(folder.lenses(&mut client), 3);
}

#[test]
fn a_client_that_watches_files_watches_the_settings() {
    let folder = Folder::new();
    let capabilities = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let mut client = Client::start_in(&folder.root, capabilities, Value::Null);
    assert!(client.hear("client/registerCapability").to_string().contains("layoutlens.toml"));
}

#[test]
fn a_misspelt_name_is_told_with_the_nearest_one_and_the_rest_counts() {
    let folder = Folder::new();
    folder.write("lens.show = true\nhints.tupels = true\n");
    let mut client = folder.open(Value::Null);
    let told = client.hear("window/showMessage");
    let message = told["params"]["message"].as_str().expect("a message");
    assert!(
        message.ends_with("there is no setting `hints.tupels`; the nearest is `hints.tuples`"),
        "{message}"
    );
    assert!(message.contains("layoutlens.toml: "), "{message}");
    assert_eq!(folder.lenses(&mut client), 4);
}

#[test]
fn a_file_of_a_stranger_starts_no_program() {
    let folder = Folder::new();
    let mark = folder.root.join("ran");
    folder.write(&format!("run.command = [\"touch\", \"{}\"]\n", mark.display()));
    let mut client = folder.open(Value::Null);
    let told = client.hear("window/showMessage");
    assert!(told.to_string().contains("`run.command` is read from the editor's settings only"), "{told}");
    let statement = "run copy (4,8):(8,1) -> (4,8):(1,4) : f32";
    let run = json!({
        "command": "layoutlens.runOnGpu",
        "arguments": [{"uri": folder.uri(), "statement": statement}],
    });
    client.answer_of_any_kind("workspace/executeCommand", run);
    assert!(!mark.exists());
}

#[test]
fn the_file_of_the_folder_around_a_document_counts() {
    let (one, other) = (Folder::new(), Folder::new());
    one.write("lens.show = true\n");
    let mut client = Client::start_in_all(&[&one.root, &other.root], json!({}), Value::Null);
    client.open(&one.uri(), "cuda-cpp", TEXT);
    client.open(&other.uri(), "cuda-cpp", TEXT);
    assert_eq!((one.lenses(&mut client), other.lenses(&mut client)), (4, 3));
}
