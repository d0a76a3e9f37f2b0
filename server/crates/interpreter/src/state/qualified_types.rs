//! Types of C++ that may be `const` or references though their value does not say so.

use rustc_hash::FxHashSet;

use crate::state::file::FileId;

/// Where such types are.
#[derive(Debug, Default)]
pub(crate) struct QualifiedTypes<'a> {
    /// Names of such types, and of templates that are given one.
    pub(crate) names: FxHashSet<&'a str>,
    /// Where templates are given one: the file and the byte.
    pub(crate) places: FxHashSet<(FileId, usize)>,
}
