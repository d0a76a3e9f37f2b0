//! The binary that users get.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::{error::Error, folders};

/// Builds the release binary and returns its path.
pub(crate) fn build() -> Result<PathBuf, Error> {
    let start = |source| Error::Start { command: "cargo build --release".into(), source };
    let mut build = cargo()
        .args(["build", "--release", "--package", "layoutlens"])
        .args(["--message-format", "json-render-diagnostics"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(start)?;
    let mut binary = None;
    if let Some(output) = build.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let message: Value = serde_json::from_str(&line).unwrap_or_default();
            if message["target"]["name"] == "layoutlens" {
                binary = message["executable"].as_str().map(PathBuf::from).or(binary);
            }
        }
    }
    if !build.wait().map_err(start)?.success() {
        return Err(Error::Other("the release binary cannot be built".into()));
    }
    binary.ok_or_else(|| Error::Other("cargo named no binary layoutlens".into()))
}

/// The cargo that runs this task, in the repository.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folders::repository());
    cargo
}
