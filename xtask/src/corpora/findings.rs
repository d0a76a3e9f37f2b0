//! What `layoutlens check` says of a code base.

use std::{
    collections::HashMap,
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde::Deserialize;

use crate::{alarm, error::Error};

/// The code of comments that are wrong.
pub(super) const WRONG_COMMENT: &str = "wrong-comment";

/// Suffixes of the files that are checked.
const SUFFIXES: [&str; 12] = ["cu", "cuh", "h", "hh", "hpp", "hxx", "inl", "cc", "cpp", "cxx", "py", "rs"];

/// A code base that was checked.
pub(super) struct Package {
    pub(super) name: &'static str,
    /// How many files of C++, Python and Rust it has.
    pub(super) files: usize,
    /// Errors and wrong comments, in the order of the report.
    pub(super) findings: Vec<Finding>,
}

/// A finding that could be false.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    /// Below the code base's folder.
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) code: String,
    pub(super) message: String,
    /// What is underlined.
    pub(super) text: String,
}

/// A finding as `layoutlens check --format json` prints it.
#[derive(Deserialize)]
struct Printed {
    file: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    code: String,
    severity: String,
    message: String,
}

/// Checks the code base in `folder`.
pub(super) fn check(binary: &Path, name: &'static str, folder: &Path) -> Result<Package, Error> {
    let command = || format!("{} check {name}", binary.display());
    let output = Command::new(binary)
        .args(["check", "--exit-zero", "--format", "json", "."])
        // Includes are looked for below the current folder.
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|source| Error::Start { command: command(), source })?;
    alarm::heard(&command(), &output.stderr)?;
    if !output.status.success() {
        return Err(Error::Status { command: command(), status: output.status });
    }
    let printed: Vec<Printed> = serde_json::from_slice(&output.stdout)
        .map_err(|error| Error::Other(format!("{} prints no findings: {error}", command())))?;
    let mut files = HashMap::new();
    let listed = printed.into_iter().filter(|found| found.severity == "error" || found.code == WRONG_COMMENT);
    let findings = listed
        .map(|found| {
            let text = files
                .entry(found.file.clone())
                .or_insert_with(|| fs::read(folder.join(&found.file)).unwrap_or_default());
            let text = underlined(&String::from_utf8_lossy(text), &found);
            let file = found.file.trim_start_matches("./").to_owned();
            Finding { file, line: found.line, code: found.code, message: found.message, text }
        })
        .collect();
    Ok(Package { name, files: count(folder).map_err(Error::file(folder))?, findings })
}

/// The text that a finding underlines, as far as its first line goes.
fn underlined(text: &str, found: &Printed) -> String {
    let line = text.lines().nth(found.line.saturating_sub(1)).unwrap_or_default();
    let start = found.column.saturating_sub(1);
    let length = match found.end_line == found.line {
        true => found.end_column.saturating_sub(found.column),
        false => usize::MAX,
    };
    line.chars().skip(start).take(length).collect()
}

/// How many files below `folder` are of a language that is read.
fn count(folder: &Path) -> std::io::Result<usize> {
    let mut total = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            total += count(&entry.path())?;
        } else if kind.is_file() {
            let path = entry.path();
            let suffix = path.extension().and_then(|suffix| suffix.to_str());
            total += usize::from(suffix.is_some_and(|suffix| SUFFIXES.contains(&suffix)));
        }
    }
    Ok(total)
}
