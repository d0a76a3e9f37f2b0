//! Which variables may be written through other names.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::state::scope::Place;

/// Which places may hold a part of each other.
#[derive(Debug, Default)]
pub(crate) struct Sharing {
    pub(crate) with: FxHashMap<Place, Vec<Place>>,
    /// Variables whose address is known somewhere: they may be written at any time. Each with its place in
    /// `exposed_in_order`.
    pub(crate) exposed: FxHashMap<Place, usize>,
    /// The same in the order in which their addresses were taken.
    pub(crate) exposed_in_order: Vec<Place>,
    /// Those of them that were read or written since they were forgotten last. What was not, need not be forgotten again:
    /// nothing was computed from the number that it goes by.
    pub(crate) touched: FxHashSet<Place>,
    /// The same of the variables outside of functions that code in other files may write.
    pub(crate) touched_globals: FxHashSet<Place>,
    /// Whether those were forgotten yet.
    pub(crate) were_globals_forgotten: bool,
    /// Whether places are being forgotten for another one that they share with.
    pub(crate) is_forgetting: bool,
}

impl Sharing {
    pub(crate) fn add(&mut self, one: &Place, other: &Place) {
        let others = self.with.entry(one.clone()).or_default();
        if !others.contains(other) {
            others.push(other.clone());
        }
    }

    /// What may hold a part of what a place holds, over any number of references.
    pub(crate) fn all_with(&self, place: &Place) -> Vec<Place> {
        let mut all = vec![place.clone()];
        let mut next = 0;
        while let Some(others) = all.get(next).map(|place| self.with.get(place)) {
            let new: Vec<Place> =
                others.into_iter().flatten().filter(|other| !all.contains(other)).cloned().collect();
            all.extend(new);
            next += 1;
        }
        all.split_off(1)
    }
}
