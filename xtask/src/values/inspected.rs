//! The values of one file, by their places.

use std::{collections::BTreeMap, path::Path, process::Command};

use serde::Deserialize;

use super::draw::File;
use crate::{alarm, error::Error};

/// A name where it is declared: line, column, and the name.
pub(super) type Place = (usize, usize, String);

/// What is said of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Said {
    /// Certain: the layouts of all call sites, in order.
    Proved(Vec<String>),
    /// Under suppositions.
    Supposed,
    /// The reason.
    Unknown(String),
}

#[derive(Deserialize)]
struct Printed {
    line: usize,
    column: usize,
    name: Option<String>,
    kind: String,
    layouts: Vec<Layout>,
    #[serde(default)]
    supposed: Vec<Layout>,
    unknown: Option<String>,
}

#[derive(Deserialize)]
struct Layout {
    text: String,
}

/// What `binary` says of the names of `file`.
pub(super) fn values(binary: &Path, file: &File) -> Result<BTreeMap<Place, Said>, Error> {
    let mut command = Command::new(binary);
    // Includes are looked for below the current folder.
    command.current_dir(&file.folder).arg("inspect").arg(&file.path).args(["--format", "json"]);
    let printed: Vec<Printed> = serde_json::from_str(&alarm::output(&mut command)?)
        .map_err(|error| Error::Other(format!("layoutlens inspect {}: {error}", file.path.display())))?;
    let bindings = printed.into_iter().filter(|value| value.kind == "binding");
    Ok(bindings
        .map(|value| {
            let said = if !value.layouts.is_empty() {
                let mut texts: Vec<_> = value.layouts.into_iter().map(|layout| layout.text).collect();
                texts.sort_unstable();
                Said::Proved(texts)
            } else if !value.supposed.is_empty() {
                Said::Supposed
            } else {
                Said::Unknown(value.unknown.unwrap_or_default())
            };
            ((value.line, value.column, value.name.unwrap_or_default()), said)
        })
        .collect())
}
