//! Constructors that may be called where it is not seen: by `std::make_unique<S>(4)`, by a conversion of an argument, for the
//! elements of an array.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{FileUses, uses::holds};
use crate::{
    code::{
        member::{Member, each_member},
        path::last_part,
    },
    state::interpreter::Interpreter,
};

impl Interpreter<'_> {
    /// Adds classes of which objects may be made that nobody sees being made.
    pub(super) fn add_unseen_constructors(&self, file: &FileUses<'_>, found: &mut FxHashSet<String>) {
        let uses = &file.uses;
        // By the last part of the name: of many classes each would go through all names.
        let mut named: FxHashMap<&str, Vec<&Range<usize>>> = FxHashMap::default();
        for (name, at) in uses.values.iter().chain(&uses.passed_over) {
            named.entry(last_part(name)).or_default().push(at);
        }
        for class in &uses.classes {
            let name = class.name.text.as_str();
            let mut takes_something = false;
            each_member(&class.members, &self.choices, &mut |member, _| {
                takes_something |= matches!(member, Member::Function(function)
                    if function.name.text == name && !function.parameters.is_empty());
            });
            if !takes_something || found.contains(name) || !file.followed.contains_key(name) {
                continue;
            }
            let is_unseen = |at: &Range<usize>| {
                let is_in = |all: &[Range<usize>]| all.iter().any(|outer| holds(outer, at));
                match uses.made.iter().find(|(class, _)| class == at) {
                    Some((_, whole)) => !file
                        .followed
                        .get(name)
                        .is_some_and(|calls| calls.iter().any(|call| holds(whole, call))),
                    None => {
                        !holds(&class.range, at) && !uses.referred_to.contains(at) && !is_in(&uses.only_named)
                    }
                }
            };
            if named.get(name).is_some_and(|named| named.iter().any(|at| is_unseen(at))) {
                found.insert(name.to_owned());
            }
        }
    }
}
