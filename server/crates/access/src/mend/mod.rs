//! Changes of the text after which an access costs less: padded rows, of arrays and of parts of one, swizzled columns, swapped roles of
//! threads, vectors in the place of neighbouring elements.
//!
//! Each is offered only after it was tried: the kernels are run with the new text, each access is the same element as before, and
//! none costs more.

mod bound;
mod host;
mod neighbours;
mod pad;
mod part;
mod proof;
mod swap;
mod swizzle;
mod unroll;
mod widen;

use std::ops::Range;
use std::sync::Arc;

use crate::{Access, Cost, Header, Space, look};

/// Bytes of shared memory that every block may have.
const MOST_BYTES: i64 = 48 * 1024;

/// A change of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend {
    /// What it does: ``pad the rows of `tile` by 1``.
    pub title: String,
    /// Bytes and what stands there then, in the order of the text.
    pub edits: Vec<(Range<usize>, String)>,
    /// What the access costs then.
    pub cost: Cost,
    /// What it cost before; where one access takes the place of several, what they cost together.
    pub was: i64,
    /// Whether it rests on what the program does not rely on yet: the title says so.
    pub is_supposed: bool,
}

impl Mend {
    /// The text with the change.
    pub fn applied(&self, text: &str) -> String {
        applied(text, &self.edits)
    }
}

/// What is certain to make this access cost less and to change nothing else, the best of each kind. A vector takes the place of what
/// is no finding, too.
pub fn mends(text: &str, headers: &[Arc<Header>], access: &Access) -> Vec<Mend> {
    if access.cost.is_none_or(|cost| cost.is <= cost.least) {
        return Vec::new();
    }
    let before = look(text, headers);
    if !before.is_whole {
        return Vec::new();
    }
    let mut found = Vec::new();
    found.extend(widen::mend(text, &before, access));
    if !access.is_finding() {
        return found;
    }
    if access.space == Space::Shared {
        found.extend(pad::mend(text, &before, access));
        found.extend(part::mend(text, &before, access));
        found.extend(swizzle::mend(text, &before, access));
    }
    found.extend(swap::mend(text, &before, access));
    found
}

/// The text with edits that are in its order and do not overlap.
fn applied(text: &str, edits: &[(Range<usize>, String)]) -> String {
    let mut new = text.to_owned();
    for (range, with) in edits.iter().rev() {
        new.replace_range(range.clone(), with);
    }
    new
}

/// Where a byte of the old text stands in the new one; what an edit replaces begins where it began, and what is inserted in front of it
/// moves it.
fn moved(edits: &[(Range<usize>, String)], at: usize) -> usize {
    let before = edits.iter().filter(|(range, _)| range.end <= at && (range.start < at || range.is_empty()));
    before.fold(at, |at, (range, with)| at + with.len() - range.len())
}
