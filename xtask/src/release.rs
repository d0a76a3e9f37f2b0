//! The binary that users get, and the one that is tested.

use std::{
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::{error::Error, folders, grammar::GRAMMAR};

/// The profile of the tests and of the binary that the steps of a test drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tested {
    /// Tests as a developer builds them, and the binary that users get.
    Apart,
    /// In CI, where nothing is built yet: both from one build (`[profile.tested]` of the workspace).
    AsOne,
}

impl Tested {
    pub(crate) fn here() -> Self {
        if is_ci() { Self::AsOne } else { Self::Apart }
    }

    /// What `cargo test` takes for it.
    pub(crate) fn profile_of_tests(self) -> &'static str {
        match self {
            Self::Apart => "test",
            Self::AsOne => "tested",
        }
    }

    /// Builds the binary and returns its path.
    pub(crate) fn binary(self) -> Result<PathBuf, Error> {
        match self {
            Self::Apart => build(),
            // The selection of the tests: another one gives packages other features, and builds them again.
            Self::AsOne => built(&[
                "test",
                "--no-run",
                "--workspace",
                "--exclude",
                GRAMMAR,
                "--profile",
                self.profile_of_tests(),
            ]),
        }
    }
}

/// Whether this is CI, where a step that cannot run is a failure.
pub(crate) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|ci| !ci.is_empty())
}

/// Builds the release binary and returns its path.
pub(crate) fn build() -> Result<PathBuf, Error> {
    built(&["build", "--release", "--package", "layoutlens"])
}

/// The product's binary among what cargo builds.
fn built(arguments: &[&str]) -> Result<PathBuf, Error> {
    let command = || format!("cargo {}", arguments.join(" "));
    let start = |source| Error::Start { command: command(), source };
    let mut build = cargo()
        .args(arguments)
        .args(["--message-format", "json-render-diagnostics"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(start)?;
    let mut binary = None;
    if let Some(output) = build.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let message: Value = serde_json::from_str(&line).unwrap_or_default();
            if message["target"]["name"] == "layoutlens"
                && message["target"]["kind"][0] == "bin"
                && message["profile"]["test"] == false
            {
                binary = message["executable"].as_str().map(PathBuf::from).or(binary);
            }
        }
    }
    if !build.wait().map_err(start)?.success() {
        return Err(Error::Other(format!("`{}` does not build the binary", command())));
    }
    binary.ok_or_else(|| Error::Other("cargo named no binary layoutlens".into()))
}

/// The cargo that runs this task, in the repository.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folders::repository());
    cargo
}
