//! Which variables may be written through other names.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::state::scope::Place;

/// Which places may hold a part of each other.
#[derive(Debug, Default)]
pub(crate) struct Sharing {
    pub(crate) with: FxHashMap<Place, Vec<Place>>,
    /// Places that may be one another: of two that may be a third, neither need be the other.
    may_be: FxHashMap<Place, Vec<Place>>,
    /// What pointers may point to.
    pointed_to: FxHashMap<Place, Vec<Place>>,
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
    /// Where those among the exposed stand that share with others, until one of both changes.
    exposed_and_shared: Option<Vec<usize>>,
    /// Whether places are being forgotten for another one that they share with.
    pub(crate) is_forgetting: bool,
}

impl Sharing {
    pub(crate) fn add(&mut self, one: &Place, other: &Place) {
        self.change();
        let others = self.with.entry(one.clone()).or_default();
        if !others.contains(other) {
            others.push(other.clone());
        }
    }

    /// Two places may be one.
    pub(crate) fn may_be_same(&mut self, one: &Place, other: &Place) {
        for (one, other) in [(one, other), (other, one)] {
            self.may_be.entry(one.clone()).or_default().push(other.clone());
        }
    }

    /// A pointer may point to a place.
    pub(crate) fn may_point_to(&mut self, pointer: &Place, place: &Place) {
        self.pointed_to.entry(pointer.clone()).or_default().push(place.clone());
    }

    /// Whether any pointer is known to point somewhere.
    pub(crate) fn has_pointers(&self) -> bool {
        !self.pointed_to.is_empty()
    }

    /// Where a pointer may point to.
    pub(crate) fn pointed_to(&self, pointer: &Place) -> Vec<Place> {
        self.pointed_to.get(pointer).cloned().unwrap_or_default()
    }

    /// The function is over whose references may have been to one object.
    pub(crate) fn nothing_may_be_same(&mut self) {
        self.may_be.clear();
        self.pointed_to.clear();
    }

    /// Whether a write to a place may change another one.
    pub(crate) fn is_alone(&self, place: &Place) -> bool {
        self.with.get(place).is_none_or(Vec::is_empty) && !self.may_be.contains_key(place)
    }

    /// Other places are exposed from here on, or share with others.
    pub(crate) fn change(&mut self) {
        self.exposed_and_shared = None;
    }

    /// Where those among the exposed stand that share with others: asked for behind each block, and rarely others.
    pub(crate) fn exposed_and_shared(&mut self) -> &[usize] {
        self.exposed_and_shared.get_or_insert_with(|| {
            let shared = self.with.iter().filter(|(_, others)| !others.is_empty());
            shared.filter_map(|(place, _)| self.exposed.get(place)).copied().collect()
        })
    }

    /// What a write to a place may change: what may hold a part of it, over any number of references, and what may be one
    /// of these.
    pub(crate) fn changed_with(&self, place: &Place) -> Vec<Place> {
        let mut all = vec![place.clone()];
        all.extend(self.all_with(place));
        let same: Vec<Place> =
            all.iter().filter_map(|place| self.may_be.get(place)).flatten().cloned().collect();
        all.extend(same);
        all.split_off(1)
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
