//! Open documents, their revisions, and consistent snapshots of them.
//!
//! An edit makes a new [`World`] and parses nothing; a revision is analysed when somebody first asks, once,
//! from the nearest earlier revision that was. Knows nothing of editors' protocols and does no I/O: what a document
//! includes is found through [`Sources`].
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod document;
mod notebook;
mod place;
mod plain_kernels;
mod position;
mod snapshot;
mod sources;
mod text;
mod units;

pub use layoutlens_access::Header;

pub use document::{Analysis, Change, Document, MAX_ANALYSED_BYTES};
pub use notebook::{Cell, NewCell, Notebook, NotebookChange, Stretch, program_of_cells};
pub use place::LostEdit;
pub use plain_kernels::PlainKernels;
pub use position::{Encoding, Position, offset, position};
pub use snapshot::{Cancelled, Snapshot, World};
pub use sources::{Programs, Seen, Source, Sources, Whereabouts, Workspace};
pub use text::{Fingerprint, OpenFile, OpenFiles, Text, fingerprint};
