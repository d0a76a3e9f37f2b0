//! Open documents, their revisions, and consistent snapshots of them.
#![forbid(unsafe_code)]

mod document;
mod snapshot;

pub use document::{Analysis, Document};
pub use snapshot::{Cancelled, Snapshot, World};
