//! All cases.

use super::{Case, code, files, growth, objects, sizes};

/// Which of the cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// Names that are not what they say, code that has no end: written in a moment.
    Small,
    /// Also names that are too many, and files that are too large.
    All,
}

/// The cases of a run.
pub(super) fn of(which: Which) -> impl Iterator<Item = &'static Case> {
    let large = match which {
        Which::Small => &[],
        Which::All => sizes::CASES,
    };
    files::CASES.iter().chain(code::CASES).chain(growth::CASES).chain(objects::CASES).chain(large)
}
