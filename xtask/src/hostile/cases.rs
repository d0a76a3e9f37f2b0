//! All cases.

use super::{Case, code, files, growth, sizes};

/// Names that are not what they say, things that are too many or too large, code that has no end.
pub(super) fn all() -> impl Iterator<Item = &'static Case> {
    files::CASES.iter().chain(sizes::CASES).chain(code::CASES).chain(growth::CASES)
}
