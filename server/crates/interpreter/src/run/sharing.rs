//! C++ references to parts: what is assigned through one changes what it is a part of, and the other way round.

use rustc_hash::FxHashSet;

use layoutlens_host_value::{object::InstanceId, scope::ScopeId, value::HostValue};
use layoutlens_syntax::{Expr, ExprKind, program::Argument};

use crate::{
    code::assigned::{may_change, mentions},
    state::{began::Began, given::Given, interpreter::Interpreter, scope::Place},
};

/// How deep a reference's initial value is searched for what it may refer into.
const MAX_DEPTH: usize = 64;

/// Places that one reference may refer into; it is not followed into more.
const MAX_REACHED: usize = 4096;

impl Interpreter<'_> {
    /// A reference is bound to a part of what is in `reached`.
    pub(crate) fn share(&mut self, reference: &Place, reached: &[Place]) {
        for place in reached.iter().filter(|place| *place != reference) {
            self.sharing.add(reference, place);
            self.sharing.add(place, reference);
        }
    }

    /// The references among the fields of an object that is copied refer to the same in the copy.
    pub(crate) fn share_as(&mut self, original: InstanceId, copy: &HostValue) {
        let HostValue::Instance(instance) = copy else { return };
        if self.sharing.with.is_empty() {
            return;
        }
        let names: Vec<String> = self.instances.of(instance.id).keys().cloned().collect();
        for name in names {
            let shared = self.sharing.with.get(&Place::Field(original, name.as_str().into())).cloned();
            if let Some(shared) = shared {
                self.share(&Place::Field(instance.id, name.as_str().into()), &shared);
            }
        }
    }

    /// A name is declared anew: it shares nothing with what it shared with before.
    pub(crate) fn share_no_longer(&mut self, place: &Place) {
        let Some(others) = self.sharing.with.remove(place) else { return };
        self.sharing.change();
        for other in others {
            if let Some(with) = self.sharing.with.get_mut(&other) {
                with.retain(|own| own != place);
            }
        }
    }

    /// The address of a variable is taken: from now on it may be written through a pointer.
    pub(crate) fn expose(&mut self, place: &Place) {
        if !self.sharing.exposed.contains_key(place) {
            self.sharing.change();
            self.sharing.exposed.insert(place.clone(), self.sharing.exposed_in_order.len());
            self.sharing.exposed_in_order.push(place.clone());
        }
        self.sharing.touched.insert(place.clone());
    }

    /// A place is read or written.
    pub(crate) fn touch(&mut self, place: &Place) {
        if self.sharing.exposed.contains_key(place) && !self.sharing.touched.contains(place) {
            self.sharing.touched.insert(place.clone());
        }
        if self.is_open_global(place) {
            self.sharing.touched_globals.insert(place.clone());
        }
    }

    /// A name is read, which is bound in a scope.
    pub(crate) fn touch_name(&mut self, scope: ScopeId, name: &str) {
        if !self.sharing.exposed.is_empty() || self.may_hold_open_globals(scope) {
            let place = self.scopes.place(scope, name);
            self.touch(&place.unwrap_or_else(|| Place::Variable(scope, name.into())));
        }
    }

    /// The variables outside of functions that other code may have written since they were forgotten, and that something
    /// was computed from since then.
    pub(crate) fn take_touched_globals(&mut self) -> Vec<Place> {
        let is_first = !std::mem::replace(&mut self.sharing.were_globals_forgotten, true);
        let touched = std::mem::take(&mut self.sharing.touched_globals);
        let is_touched = |place: &&Place| is_first || touched.contains(*place) || self.has_other_names(place);
        self.open_globals().iter().filter(is_touched).cloned().collect()
    }

    /// Whether what a variable holds is read under other names, too: as a field, or through a reference.
    fn has_other_names(&self, place: &Place) -> bool {
        let of_binding = match place {
            Place::Variable(scope, name) => self.scopes.binding(*scope, name).is_some_and(|binding| {
                binding.refers_to.is_some()
                    || matches!(binding.value, HostValue::Instance(_) | HostValue::Tuple(_))
            }),
            Place::Field(..) => false,
        };
        of_binding || self.sharing.with.get(place).is_some_and(|others| !others.is_empty())
    }

    /// As [`are_forgotten`](Self::are_forgotten), of what [`take_touched_globals`](Self::take_touched_globals) gave.
    pub(crate) fn globals_are_forgotten(&mut self) {
        self.sharing.touched_globals.clear();
    }

    /// The exposed variables that were read or written since they were forgotten, in order; they count as forgotten now.
    pub(crate) fn take_touched(&mut self) -> Vec<Place> {
        if self.sharing.touched.is_empty() && self.sharing.with.is_empty() {
            return Vec::new();
        }
        let touched = std::mem::take(&mut self.sharing.touched);
        let exposed = touched.iter().filter_map(|place| self.sharing.exposed.get(place)).copied();
        let mut in_order: Vec<usize> = exposed.collect();
        in_order.extend_from_slice(self.sharing.exposed_and_shared());
        in_order.sort_unstable();
        in_order.dedup();
        let place = |index: usize| self.sharing.exposed_in_order.get(index).cloned();
        in_order.into_iter().filter_map(place).collect()
    }

    /// Those that were just forgotten need not be forgotten again.
    pub(crate) fn are_forgotten(&mut self) {
        self.sharing.touched.clear();
    }

    /// The variables and fields that code may write which is not known.
    pub(crate) fn writable_from_elsewhere(&self) -> Vec<Place> {
        let mut places = self.sharing.exposed_in_order.clone();
        places.extend(self.open_globals().iter().cloned());
        places
    }

    /// How many variables may be written at any time.
    pub(crate) fn count_exposed(&self) -> usize {
        self.sharing.exposed_in_order.len()
    }

    /// Those that may be written at any time since there were so many.
    pub(crate) fn exposed_since(&self, count: usize) -> &[Place] {
        self.sharing.exposed_in_order.get(count..).unwrap_or_default()
    }

    /// A call is over that was given addresses and keeps none: what was exposed since there were so many is as before.
    pub(crate) fn hide_again(&mut self, count: usize) {
        let count = count.min(self.sharing.exposed_in_order.len());
        for place in self.sharing.exposed_in_order.split_off(count) {
            self.sharing.change();
            self.sharing.exposed.remove(&place);
        }
    }

    /// A function is over: the variables of its own that were exposed since there were so many are gone.
    pub(crate) fn hide_inner(&mut self, count: usize, began: Began) {
        let count = count.min(self.sharing.exposed_in_order.len());
        for place in self.sharing.exposed_in_order.split_off(count) {
            self.sharing.change();
            if place.is_older_than(began) {
                self.sharing.exposed_in_order.push(place);
            } else {
                self.sharing.exposed.remove(&place);
            }
        }
    }

    /// The places that may hold a part of what a place holds.
    pub(crate) fn shared_with(&self, place: &Place) -> Vec<Place> {
        self.sharing.all_with(place)
    }

    /// Whether a variable may be written through a pointer.
    pub(crate) fn is_exposed(&self, place: &Place) -> bool {
        self.sharing.exposed.contains_key(place)
    }

    /// A place was written: what shares with it may hold something else now.
    pub(crate) fn forget_what_shares(&mut self, place: &Place) {
        if self.sharing.is_forgetting || self.sharing.is_alone(place) {
            return;
        }
        self.sharing.is_forgetting = true;
        for other in self.sharing.changed_with(place) {
            self.forget_for_certain(&other);
        }
        self.sharing.is_forgetting = false;
    }

    /// The places that something else was written to since the journal had this length.
    pub(crate) fn written_since(&self, mark: usize) -> Vec<Place> {
        let changes = self.changes_since(mark).all.into_iter();
        changes
            .filter(|(_, before, after)| before.is_some() && before != after)
            .map(|(place, ..)| place)
            .collect()
    }

    /// Arguments are computed in any order: what one writes and another reads is not certain, nor what two write.
    pub(crate) fn forget_by_order(
        &mut self,
        arguments: &[Argument],
        written: &[(usize, Vec<Place>)],
        given: &mut [Given],
    ) {
        if arguments.len() < 2 || arguments.len() != given.len() {
            return;
        }
        for (writer, places) in written.iter().filter(|(_, places)| !places.is_empty()) {
            for (reader, argument) in arguments.iter().enumerate().filter(|(reader, _)| reader != writer) {
                if mentions(&argument.value, places)
                    && let Some(given) = given.get_mut(reader)
                {
                    given.argument.value =
                        HostValue::unknown("the order in which arguments are computed is not certain");
                }
            }
            let others = written.iter().filter(|(other, _)| other != writer).flat_map(|(_, places)| places);
            let twice: Vec<&Place> = others.filter(|place| places.contains(place)).collect();
            twice.into_iter().for_each(|place| self.forget(place));
        }
    }

    /// The places that a reference to the value of an expression may refer into.
    pub(crate) fn reached_by(&mut self, expr: &Expr) -> Vec<Place> {
        let mut reached = Vec::new();
        self.reach(expr, MAX_DEPTH, &mut reached);
        reached
    }

    fn reach(&mut self, expr: &Expr, depth: usize, reached: &mut Vec<Place>) {
        if depth == 0 || reached.len() >= MAX_REACHED {
            return;
        }
        for meaning in self.meanings(expr) {
            self.reach(&meaning, depth - 1, reached);
        }
        match &expr.kind {
            ExprKind::Name(name) => {
                if let Some(place) = self.place_of_name(name) {
                    self.reach_place(place, reached);
                }
            }
            ExprKind::Member { base, .. } => match &base.kind {
                ExprKind::Name(_) | ExprKind::Member { .. } => match self.place_of(expr) {
                    Some(place) => self.reach_place(place, reached),
                    None => self.reach(base, depth - 1, reached),
                },
                _ => self.reach(base, depth - 1, reached),
            },
            ExprKind::Invoke { callee, arguments } => {
                match &callee.kind {
                    ExprKind::Member { base, .. } => self.reach(base, depth - 1, reached),
                    ExprKind::Specialize { base, .. } => {
                        if let ExprKind::Member { base, .. } = &base.kind {
                            self.reach(base, depth - 1, reached);
                        }
                    }
                    _ => self.reach(callee, depth - 1, reached),
                }
                arguments.iter().for_each(|argument| self.reach(&argument.value, depth - 1, reached));
            }
            ExprKind::Index { base, .. } => self.reach(base, depth - 1, reached),
            ExprKind::Conditional { then, otherwise, .. } => {
                self.reach(then, depth - 1, reached);
                self.reach(otherwise, depth - 1, reached);
            }
            ExprKind::Comma(all) => {
                all.last().into_iter().for_each(|last| self.reach(last, depth - 1, reached));
            }
            _ => {}
        }
    }

    /// A place, or those of its fields that may change.
    fn reach_place(&mut self, place: Place, reached: &mut Vec<Place>) {
        let Some(binding) = self.held(&place) else { return };
        if !matches!(binding.value, HostValue::Instance(_)) {
            if may_change(&binding.value) && !reached.contains(&place) {
                reached.push(place);
            }
            return;
        }
        let mut fields = Vec::new();
        for instance in self.objects_behind(&binding.value, |_, _, _| true) {
            let changing = self
                .instances
                .of(instance.id)
                .iter()
                .filter(|(_, value)| !matches!(value, HostValue::Instance(_)) && may_change(value));
            fields.extend(changing.map(|(name, _)| Place::Field(instance.id, name.as_str().into())));
        }
        let seen: FxHashSet<Place> = reached.iter().cloned().collect();
        reached.extend(fields.into_iter().filter(|place| !seen.contains(place)));
    }
}
