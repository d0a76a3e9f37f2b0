//! Python's lists under several names: a list is changed in its place, and all that hold it see that.
//!
//! Which list a value is, is not followed: what is equal to a value that some list had may be that very list.

use layout_algebra::IntTuple;
use layoutlens_host_value::value::HostValue;
use layoutlens_operation::Value;
use layoutlens_syntax::{Expr, ExprKind};

use crate::{
    state::{
        interpreter::Interpreter,
        lists::{MAX_LISTS, print_of},
        scope::{Binding, Place},
    },
    value::{
        dictionary::{is_dictionary, is_set},
        sequence::is_sequence,
    },
};

/// Whether a list, tuple or dictionary is a value for which `is_wanted` says yes, or holds one.
fn holds(value: &HostValue, is_wanted: &impl Fn(&HostValue) -> bool) -> bool {
    is_sequence(value)
        && (is_wanted(value)
            || match value {
                HostValue::Tuple(elements) => elements.iter().any(|element| holds(element, is_wanted)),
                HostValue::Value(Value::Tuple(IntTuple::Tuple(modes))) => {
                    let is_nested = modes.iter().any(IntTuple::is_tuple);
                    is_nested
                        && value
                            .elements()
                            .is_some_and(|elements| elements.iter().any(|element| holds(element, is_wanted)))
                }
                HostValue::Object(object) if is_dictionary(value) || is_set(value) => {
                    object.fields.values().any(|entries| holds(entries, is_wanted))
                }
                _ => false,
            })
}

impl Interpreter<'_> {
    /// Remembers what a list held: equal values elsewhere may be that list.
    pub(crate) fn is_a_list(&mut self, value: &HostValue) {
        if self.is_python()
            && value.elements().is_some()
            && self.lists.count < MAX_LISTS
            && !self.lists.contain(value)
        {
            self.lists.by_print.entry(print_of(value)).or_default().push(value.clone());
            self.lists.count += 1;
        }
    }

    /// Whether some list had this value.
    pub(crate) fn was_a_list(&self, value: &HostValue) -> bool {
        self.lists.contain(value)
    }

    /// Whether a value may be what a list or dictionary is.
    pub(crate) fn may_be_list(&self, value: &HostValue) -> bool {
        is_sequence(value)
            && (self.lists.count >= MAX_LISTS
                || is_dictionary(value)
                || is_set(value)
                || self.lists.contain(value))
    }

    /// Whether a value may be a list, or hold one.
    pub(crate) fn may_hold_list(&self, value: &HostValue) -> bool {
        holds(value, &|held| held.elements().is_some() && self.may_be_list(held))
    }

    /// Whether what is looked for is this element; a list is never equal to a tuple, and values do not tell them apart.
    pub(crate) fn is_same_element(&mut self, element: &HostValue, wanted: &HostValue) -> Option<bool> {
        self.is_same_key(element, wanted).filter(|is_same| !is_same || !self.may_hold_list(wanted))
    }

    /// A list or dictionary is changed in a way that is not followed: no place that may hold it is certain.
    pub(crate) fn forget_list(&mut self, value: &HostValue) {
        if self.may_be_list(value) {
            self.forget_sharers(value, None);
        }
    }

    /// What `target` says is changed, a list maybe. Where its value is not known, `lists[n][0] = 1` changes a list that
    /// `lists` holds, and a name that is not known any list.
    pub(crate) fn forget_changed(&mut self, target: &Expr, value: &HostValue) {
        if value.unknown_reason().is_none() {
            return self.forget_list(value);
        }
        match &target.kind {
            ExprKind::Index { base, .. } => {
                let held = self.pure_value(base);
                match held.unknown_reason() {
                    Some(_) => self.forget_changed(base, &held),
                    None => self.forget_lists_in(&held),
                }
            }
            _ => self.forget_all_lists(),
        }
    }

    fn forget_lists_in(&mut self, value: &HostValue) {
        if !is_sequence(value) {
            return;
        }
        self.forget_list(value);
        match value {
            HostValue::Object(object) => object.fields.values().for_each(|held| self.forget_lists_in(held)),
            _ => value.elements().into_iter().flatten().for_each(|held| self.forget_lists_in(&held)),
        }
    }

    /// Any list may be changed: no place that may hold one is certain.
    pub(crate) fn forget_all_lists(&mut self) {
        let places = self.places_that_hold(&|value| self.may_be_list(value));
        if places.is_empty()
            || self.is_python() && self.suppose_outside("a list that is not known", "is another one")
        {
            return;
        }
        self.forget_shared(places);
    }

    /// The list behind `place` is changed: other names that hold an equal one may hold this very one.
    pub(crate) fn forget_sharers(&mut self, list: &HostValue, place: Option<&Place>) {
        if !is_sequence(list) {
            return;
        }
        let mut sharers = self.places_that_hold(&|value| value == list);
        sharers.retain(|sharer| Some(sharer) != place);
        self.forget_shared(sharers);
    }

    /// The variables and fields that are, or hold, a value for which `is_wanted` says yes.
    fn places_that_hold(&self, is_wanted: &impl Fn(&HostValue) -> bool) -> Vec<Place> {
        let bound = self.scopes.with_sequences().flat_map(|scope| {
            let names = self.scopes.bindings(scope).filter(|(_, binding)| holds(&binding.value, is_wanted));
            names.map(move |(name, _)| Place::Variable(scope, name.into()))
        });
        let fields = self.instances.each().flat_map(|(index, fields)| {
            let held = fields.iter().filter(|(_, value)| holds(value, is_wanted));
            held.map(move |(name, _)| Place::Field(index, name.as_str().into()))
        });
        bound.chain(fields).collect()
    }

    fn forget_shared(&mut self, places: Vec<Place>) {
        self.count_steps(places.len());
        for place in places {
            // Forgetting another place may have emptied this one.
            let Some(declared) = self.held(&place).map(|binding| binding.declared) else { continue };
            let unknown = HostValue::unknown("it may be a list that is changed under another name");
            self.put(&place, Some(Binding::variable(unknown, declared)));
        }
    }
}
