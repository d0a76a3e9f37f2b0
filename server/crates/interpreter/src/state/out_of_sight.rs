//! What of a program is called where it is not seen.

use rustc_hash::FxHashSet;

use crate::state::file::FileId;

/// What may be called where it is not seen.
#[derive(Debug, Default)]
pub(crate) struct OutOfSight {
    /// Functions, by their names.
    pub(crate) functions: FxHashSet<String>,
    /// Where lambdas are called that others call, too.
    pub(crate) lambdas: FxHashSet<(FileId, usize)>,
}
