//! What of a program is called where it is not seen.

use rustc_hash::FxHashSet;

use crate::state::file::FileId;

/// What may be called where it is not seen.
#[derive(Debug, Default)]
pub(crate) struct OutOfSight {
    /// Functions, by their names.
    pub(crate) functions: FxHashSet<String>,
    /// Lambdas that others call, too, each by where it stands.
    pub(crate) lambdas: FxHashSet<(FileId, usize)>,
}
