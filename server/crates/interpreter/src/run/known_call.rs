//! Calls whose outcome is known from an earlier one with the same arguments.

use std::sync::Arc;

use layoutlens_host_value::{call::Computed, scope::ScopeId, value::HostValue};
use layoutlens_syntax::program::Function;

use crate::{
    state::{
        began::Began,
        given::Given,
        interpreter::Interpreter,
        known_call::{CallKey, Effect, Footprint, Known, KnownCall, Written, is_value},
        scope::{Place, ScopeKind},
    },
    value::{only_name::only_name, static_number::is_static},
};

/// How many calls are remembered; the oldest is forgotten first.
const MAX_KNOWN_CALLS: usize = 256;

/// What stood when a call began, and where it began.
pub(crate) struct Ran {
    pub(crate) footprint: Option<Footprint>,
    /// How many findings there were.
    pub(crate) recorded: (usize, usize),
    /// How many names numbers had.
    pub(crate) names: usize,
    /// How often variables had been read that change and are outside of functions.
    pub(crate) globals: usize,
    /// How many variables could be written at any time.
    pub(crate) exposed: usize,
    pub(crate) began: Began,
}

/// What a call may see and write through an argument.
fn places_of(given: &Given) -> impl Iterator<Item = &Place> {
    given.place.iter().chain(&given.within).chain(&given.written)
}

impl Known {
    /// Whether a place holds an object, whose fields are no places of the call and may be written with it.
    fn holds_objects(&self) -> bool {
        self.held.iter().any(|(held, _)| matches!(held, Some(HostValue::Instance(_) | HostValue::Tuple(_))))
    }

    /// Whether no place held this before.
    fn is_new(&self, value: &HostValue) -> bool {
        self.held.iter().all(|(held, _)| held.as_ref() != Some(value))
    }
}

impl Interpreter<'_> {
    /// Whether a call is one of those that led to it once more, and comes back to itself as often as its loops and
    /// branches are gone through.
    pub(crate) fn repeats_itself(&self, key: &CallKey) -> bool {
        let running = self.frames.iter().filter_map(|frame| frame.key.as_ref());
        !self.is_certain() && running.into_iter().any(|earlier| key.is_no_more_than(earlier))
    }

    /// What a call depends on, when that is nothing but the function and its arguments: no object whose fields may
    /// change, no variables around a lambda.
    pub(crate) fn call_key(
        &mut self,
        function: &Arc<Function>,
        template: &[HostValue],
        scope: ScopeId,
        receiver: Option<&HostValue>,
        given: &[Given],
    ) -> Option<CallKey> {
        let is_of_file = matches!(self.scopes.get(scope).map(|scope| &scope.kind), Some(ScopeKind::File));
        let is_alone = given.iter().all(|given| is_value(&given.argument.value));
        if !is_of_file || !is_alone || receiver.is_some() || self.is_python() {
            return None;
        }
        let places = given.iter().flat_map(places_of);
        Some(CallKey {
            function: Arc::clone(function),
            template: template.to_vec(),
            given: given
                .iter()
                .map(|given| (given.argument.keyword.clone(), given.argument.value.clone()))
                .collect(),
            types: places.map(|place| self.number_type_of_place(place)).collect(),
            block: self.block,
        })
    }

    /// What an equal call gave, after writing what it wrote.
    pub(crate) fn known_call(&mut self, key: &CallKey, given: &[Given]) -> Option<Computed> {
        let mut footprint: Option<Footprint> = None;
        let found = self.known_calls.iter().position(|known| {
            *known.key == *key
                && known.written.as_ref().is_none_or(|written| {
                    let own = footprint.get_or_insert_with(|| self.footprint(given));
                    own.known == written.footprint.known
                })
        })?;
        let Some(footprint) = footprint else {
            return self.known_calls.get(found).map(|known| Computed::plain(known.value.clone()));
        };
        // Nothing that it writes makes or forgets a call.
        let known = self.known_calls.remove(found);
        if let Some(written) = &known.written {
            self.write_again(written, &footprint);
        }
        let value = known.value.clone();
        self.known_calls.insert(found, known);
        Some(Computed::plain(value))
    }

    /// What a call is about to see and write of its caller's.
    pub(crate) fn footprint(&self, given: &[Given]) -> Footprint {
        let mut places: Vec<Place> = Vec::new();
        let mut of_arguments = Vec::with_capacity(given.len());
        for given in given {
            let of_argument = places_of(given).map(|place| {
                places.iter().position(|known| known == place).unwrap_or_else(|| {
                    places.push(place.clone());
                    places.len() - 1
                })
            });
            of_arguments.push(of_argument.collect());
        }
        let held = |place: &Place| (self.held_value(place).cloned(), self.is_exposed(place));
        let held = places.iter().map(held).collect();
        let certainty = [self.is_certain(), self.is_compiled(), self.goes_on_for_certain()];
        Footprint { places, known: Known { of_arguments, held, certainty } }
    }

    /// Does to the places of a call what an equal one did to its own.
    fn write_again(&mut self, written: &Written, footprint: &Footprint) {
        for place in written.exposes.iter().filter_map(|at| footprint.places.get(*at)) {
            self.expose(place);
        }
        for (at, effect) in &written.effects {
            let Some(place) = footprint.places.get(*at) else { continue };
            match effect {
                Effect::Same => {
                    let held = self.held(place);
                    self.put(place, held);
                }
                Effect::Value(value) => {
                    let held = self.held_with(place, value.clone());
                    self.put(place, held);
                }
                Effect::Any => self.forget_for_certain(place),
            }
        }
        if written.runs_unseen {
            self.forget_exposed();
            self.forget_open_globals();
        }
    }

    /// What a call wrote that began then, when so many variables could be written at any time; `None` where that cannot be said
    /// of another call.
    fn written_by_call(&self, footprint: Footprint, began: Began, exposed: usize) -> Option<Written> {
        // A variable outside of functions is known by its name, too.
        let is_of_function = |place: &Place| match place {
            Place::Variable(scope, _) => self
                .scopes
                .get(*scope)
                .is_some_and(|data| !matches!(data.kind, ScopeKind::File | ScopeKind::Class(_))),
            Place::Field(..) => true,
        };
        if !footprint.places.iter().all(is_of_function) {
            return None;
        }
        let at = |place: &Place| footprint.places.iter().position(|own| own == place);
        let (mut effects, mut runs_unseen) = (Vec::new(), false);
        for (place, before, after) in &self.changes_since(began.changes).all {
            let (before, after) = (&before.as_ref()?.value, &after.as_ref()?.value);
            let is_number = after.as_integer().is_some_and(|number| only_name(&number).is_some());
            match at(place) {
                Some(at) if before == after => effects.push((at, Effect::Same)),
                Some(at) if after.unknown_reason().is_some() || is_static(after) => {
                    effects.push((at, Effect::Value(after.clone())));
                }
                Some(at) if is_number && footprint.known.is_new(after) => effects.push((at, Effect::Any)),
                Some(at) if self.loosened_by_type(before).as_ref() == Some(after) => {
                    effects.push((at, Effect::Value(after.clone())));
                }
                // A field may be that of an object that may be written at any time, where it is none of an argument.
                None if self.is_exposed(place)
                    || self.is_open_global(place)
                    || matches!(place, Place::Field(..)) && !footprint.known.holds_objects() =>
                {
                    let is_vague = is_number || after.unknown_reason().is_some();
                    // What else is there was written through an address.
                    if !is_vague && before != after && self.loosened_by_type(before).as_ref() != Some(after) {
                        return None;
                    }
                    runs_unseen = true;
                }
                _ => return None,
            }
        }
        let newly = self.exposed_since(exposed).iter();
        let exposes: Vec<usize> = newly.map(at).collect::<Option<_>>()?;
        runs_unseen |= !exposes.is_empty();
        Some(Written { footprint, effects, exposes, runs_unseen })
    }

    /// Remembers a call. A number without a certain value is a new one in each call, so a result with such a number is not
    /// remembered, unless the call made none.
    pub(crate) fn remember_call(&mut self, key: Arc<CallKey>, value: &HostValue, ran: Ran) {
        let Ran { footprint, recorded, names, globals, exposed, began } = ran;
        if self.changing_globals_read != globals {
            return;
        }
        let is_plain = self.journal.len() == began.changes;
        let is_same = is_static(value) || value.unknown_reason().is_some() || self.names.count() == names;
        let written = match is_plain {
            true => None,
            false => match footprint.and_then(|own| self.written_by_call(own, began, exposed)) {
                Some(written) => Some(written),
                None => return,
            },
        };
        if is_same {
            if self.known_calls.len() >= MAX_KNOWN_CALLS {
                self.known_calls.remove(0);
            }
            self.known_calls.push(KnownCall { key, value: value.clone(), written, recorded });
        }
    }

    /// Forgets what was found since, and the calls that found it.
    pub(crate) fn take_records_back(&mut self, mark: (usize, usize)) {
        self.records.take_back(mark);
        self.known_calls.retain(|known| known.recorded.0 < mark.0);
    }
}
