//! The built program, as an editor starts it.

use std::{
    io::{Read, Write},
    process::{Child, Command, Stdio},
};

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
const SHUTDOWN: &str = r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_layoutlens"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Sends messages and closes the stream; returns the exit status and everything on standard output.
fn talk(arguments: &[&str], messages: &[&str]) -> (Option<i32>, String) {
    let mut server = start(arguments);
    let mut input = server.stdin.take().expect("standard input");
    for message in messages {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).expect("a server that reads");
    }
    drop(input);
    let mut output = String::new();
    server.stdout.take().expect("standard output").read_to_string(&mut output).expect("UTF-8");
    (server.wait().expect("an end").code(), output)
}

#[test]
fn editors_may_pass_stdio_wherever_they_like() {
    for arguments in [&["lsp"][..], &["lsp", "--stdio"], &["--stdio", "lsp"], &["--stdio"]] {
        let (status, output) = talk(arguments, &[INITIALIZE, SHUTDOWN, EXIT]);
        assert_eq!(status, Some(0), "{arguments:?}");
        assert!(output.starts_with("Content-Length: "), "{arguments:?}: {output}");
        assert!(output.ends_with(r#"{"jsonrpc":"2.0","result":null,"id":2}"#), "{arguments:?}: {output}");
    }
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    assert_eq!(talk(&["lsp"], &[INITIALIZE, EXIT]).0, Some(1));
}

#[test]
fn the_program_ends_when_its_editor_dies() {
    let (status, output) = talk(&["lsp"], &[INITIALIZE]);
    assert_eq!(status, Some(1));
    assert!(output.contains("\"hoverProvider\":true"), "{output}");
}

#[test]
fn exit_does_not_wait_for_the_stream_to_close() {
    let mut server = start(&["lsp"]);
    let mut input = server.stdin.take().expect("standard input");
    for message in [INITIALIZE, SHUTDOWN, EXIT] {
        write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).expect("a server that reads");
    }
    assert_eq!(server.wait().expect("an end").code(), Some(0));
    drop(input);
}

/// The editor's stream stays open here, as in a process that it started and that outlives it.
#[cfg(unix)]
#[test]
fn the_program_ends_when_the_process_that_initialize_names_is_gone() {
    let mut editor = start(&["lsp"]);
    let mut server = start(&["lsp"]);
    let mut input = server.stdin.take().expect("standard input");
    let initialize =
        INITIALIZE.replace("\"params\":{", &format!("\"params\":{{\"processId\":{},", editor.id()));
    write!(input, "Content-Length: {}\r\n\r\n{initialize}", initialize.len()).expect("a server that reads");
    let mut answer = [0];
    server.stdout.take().expect("standard output").read_exact(&mut answer).expect("an answer");
    editor.kill().expect("a process");
    editor.wait().expect("an end");
    assert_eq!(server.wait().expect("an end").code(), Some(1));
    drop(input);
}
