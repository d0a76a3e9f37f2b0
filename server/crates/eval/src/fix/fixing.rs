//! For what fixes are looked for, and how long.

use std::{cell::Cell, ops::Range};

/// How many replacements are tried in one file; problems behind that have none.
const MOST_TRIALS: usize = 2048;

/// For which problems of a file fixes are wanted.
pub(crate) struct Fixing<'a> {
    /// The document.
    pub(crate) text: &'a str,
    /// Statements and comments that touch these bytes.
    pub(crate) within: Range<usize>,
    /// Trials that are left.
    pub(crate) trials: Cell<usize>,
}

impl<'a> Fixing<'a> {
    pub(crate) fn new(text: &'a str, within: Range<usize>) -> Self {
        Self { text, within, trials: Cell::new(MOST_TRIALS) }
    }

    /// Whether fixes are wanted for what stands in `range`.
    pub(crate) fn wants(&self, range: &Range<usize>) -> bool {
        self.trials.get() > 0 && range.start <= self.within.end && self.within.start <= range.end
    }
}
