//! What was changed since some point.

use crate::state::scope::{Binding, Place};

/// A change: where, and what was there before.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) place: Place,
    pub(crate) before: Option<Binding>,
}

/// What a stretch of code left in the places that it changed, in the order of the first change.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The place, what it held before, what it holds now.
    pub(crate) all: Vec<(Place, Option<Binding>, Option<Binding>)>,
}

impl Changes {
    /// What a place holds after them, when they changed it.
    pub(crate) fn after(&self, place: &Place) -> Option<&Option<Binding>> {
        self.all.iter().find(|(changed, ..)| changed == place).map(|(_, _, after)| after)
    }
}
