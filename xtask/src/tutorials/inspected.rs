//! What `layoutlens inspect` says of a file.

use std::{path::Path, process::Command};

use serde::Deserialize;

use crate::{alarm, error::Error};

/// A name of the code, or a layout comment.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Inspected {
    pub(crate) line: usize,
    pub(crate) name: Option<String>,
    pub(crate) kind: String,
    pub(crate) layouts: Vec<Shown>,
    pub(crate) unknown: Option<String>,
}

/// One answer, and the call site for which it holds where several differ.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) when: Option<String>,
}

/// The names that `binary` finds in a file.
pub(crate) fn inspect(binary: &Path, file: &Path) -> Result<Vec<Inspected>, Error> {
    let output = alarm::output(Command::new(binary).arg("inspect").arg(file).args(["--format", "json"]))?;
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
    let all: Vec<Finding> = serde_json::from_str(&alarm::output(&mut command)?)
        .map_err(|error| Error::Other(format!("layoutlens check {}: {error}", file.display())))?;
    Ok(all.into_iter().filter(|finding| finding.code == "wrong-comment").collect())
}
