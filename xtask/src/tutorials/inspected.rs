//! What `layoutlens inspect` says of a file.

use std::{path::Path, process::Command};

use serde::Deserialize;

use crate::{error::Error, process};

/// A name of the code, or a layout comment.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Inspected {
    pub(super) line: usize,
    pub(super) name: Option<String>,
    pub(super) kind: String,
    pub(super) layouts: Vec<Shown>,
    pub(super) unknown: Option<String>,
}

/// One answer, and the call site for which it holds where several differ.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) when: Option<String>,
}

/// The names that `binary` finds in a file.
pub(super) fn inspect(binary: &Path, file: &Path) -> Result<Vec<Inspected>, Error> {
    let output = process::output(Command::new(binary).arg("inspect").arg(file).args(["--format", "json"]))?;
    let all: Vec<Inspected> = serde_json::from_str(&output)
        .map_err(|error| Error::Other(format!("layoutlens inspect {}: {error}", file.display())))?;
    Ok(all.into_iter().filter(|inspected| inspected.kind == "binding").collect())
}

/// A finding of `layoutlens check`.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Finding {
    pub(super) line: usize,
    pub(super) code: String,
    pub(super) message: String,
}

/// The comments of a file that `binary` calls wrong.
pub(super) fn wrong_comments(binary: &Path, file: &Path) -> Result<Vec<Finding>, Error> {
    let mut command = Command::new(binary);
    command.arg("check").arg(file).args(["--format", "json", "--exit-zero"]);
    let all: Vec<Finding> = serde_json::from_str(&process::output(&mut command)?)
        .map_err(|error| Error::Other(format!("layoutlens check {}: {error}", file.display())))?;
    Ok(all.into_iter().filter(|finding| finding.code == "wrong-comment").collect())
}
