//! Runs `layoutlens` and keeps what it wrote.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the binary left behind.
pub(crate) struct Outcome {
    /// Exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) stdout: String,
    /// Standard error.
    pub(crate) stderr: String,
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the repository")
}

/// Runs the binary in `folder`.
pub(crate) fn layoutlens_in(folder: &Path, arguments: &[&str]) -> Outcome {
    layoutlens_with_input(folder, arguments, b"")
}

/// Runs the binary in the repository's root.
pub(crate) fn layoutlens(arguments: &[&str]) -> Outcome {
    layoutlens_in(&root(), arguments)
}

/// Runs the binary in `folder` with `input` on its standard input.
pub(crate) fn layoutlens_with_input(folder: &Path, arguments: &[&str], input: &[u8]) -> Outcome {
    let mut child = Command::new(env!("CARGO_BIN_EXE_layoutlens"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("standard input");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A binary that refuses its arguments closes the pipe unread.
        let _closed_early = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("input is written");
    Outcome {
        status: output.status.code().expect("an exit status"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}
