//! What `layoutlens accesses` claims of a file.

use std::{path::Path, process::Command};

use serde::Deserialize;

use crate::{alarm, error::Error, folders};

/// An access of a warp, as `--format json` tells it.
#[derive(Debug, Deserialize)]
pub(super) struct Claim {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) kernel: String,
    pub(super) space: String,
    pub(super) access: String,
    pub(super) width: Option<u64>,
    pub(super) layout: Option<String>,
    pub(super) sectors: Option<Count>,
    pub(super) wavefronts: Option<Count>,
    pub(super) when: Vec<String>,
}

/// What an access takes, and the least.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Count {
    pub(super) is: u64,
    pub(super) least: u64,
}

impl Claim {
    pub(super) fn count(&self) -> Option<Count> {
        self.sectors.or(self.wavefronts)
    }

    /// Whether it tells of the most expensive of several rounds.
    pub(super) fn is_of_one_round(&self) -> bool {
        self.when.iter().any(|when| when.starts_with("in the round"))
    }

    /// Whether it tells of what holds where something of run time is a multiple of a number, which a loop may change.
    pub(super) fn is_of_some_rounds(&self) -> bool {
        self.when.iter().any(|when| when.contains(" a multiple of "))
    }
}

/// The claims of a file's kernels.
pub(super) fn claims(binary: &Path, file: &Path) -> Result<Vec<Claim>, Error> {
    let mut command = Command::new(binary);
    command.current_dir(folders::repository()).args(["accesses", "--format", "json"]).arg(file);
    let output = alarm::output(&mut command)?;
    serde_json::from_str(&output).map_err(|error| Error::Other(format!("{}: {error}", file.display())))
}
