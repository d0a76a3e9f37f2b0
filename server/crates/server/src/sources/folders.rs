//! Where files are looked for, and what is kept of them.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};

use super::{compile_commands::Builds, disk::Disk, importers::Listing, index::Indices, remarks::Remarks};

/// Folders of the user's: the workspace, `CUTLASS_PATH`, what `compile_commands.json` names.
#[derive(Debug)]
pub(crate) struct Folders {
    /// The folders that the user has open.
    pub(super) open: Mutex<Arc<[PathBuf]>>,
    pub(super) cutlass: Option<PathBuf>,
    pub(super) disk: Disk,
    pub(super) listing: Listing,
    pub(super) importers: Indices,
    pub(super) includers: Indices,
    pub(super) builds: Builds,
    pub(super) remarks: Remarks,
}
