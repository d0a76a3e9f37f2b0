//! Types through which what they are made of may be written.

use rustc_hash::FxHashSet;

/// The names of [`ReferenceTypes`](layoutlens_syntax::program::ReferenceTypes) in all files.
#[derive(Debug, Default)]
pub(crate) struct ReferenceNames<'a> {
    pub(crate) types: FxHashSet<&'a str>,
    pub(crate) functions: FxHashSet<&'a str>,
    pub(crate) changing: FxHashSet<&'a str>,
}
