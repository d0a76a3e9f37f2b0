//! Calls whose outcome is known from an earlier one with the same arguments.

use std::sync::Arc;

use layoutlens_syntax::program::Function;

use super::{
    super::{Callable, Computed, HostValue, ScopeId},
    Interpreter,
    call::Given,
    convert::is_static,
    scope::ScopeKind,
    widen::is_nameless,
};

/// How many calls are remembered; the oldest is forgotten first.
const MAX_KNOWN_CALLS: usize = 256;

/// A call and what it gave.
#[derive(Debug)]
pub(super) struct KnownCall {
    key: Arc<CallKey>,
    value: HostValue,
    /// How many findings there were before it: taking those of the call back forgets it.
    recorded: (usize, usize),
}

/// What the outcome of a call depends on.
#[derive(Debug)]
pub(super) struct CallKey {
    function: Arc<Function>,
    template: Vec<HostValue>,
    given: Vec<GivenValue>,
}

/// The keyword of an argument, and what it is.
type GivenValue = (Option<String>, HostValue);

impl PartialEq for CallKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.function, &other.function)
            && self.template == other.template
            && self.given == other.given
    }
}

impl CallKey {
    /// Whether a call shows nothing that an earlier one does not. Where nothing calls the function, its parameters go by
    /// their names, which stand for whatever numbers it is given; else the arguments are equal, or shown alike.
    fn is_no_more_than(&self, earlier: &Self) -> bool {
        let is_nameless = |value: &HostValue| value.as_integer().is_some_and(|number| is_nameless(&number));
        let is_run_time = |value: &HostValue| value.as_integer().is_some_and(|number| !number.is_static());
        let is_vague =
            |value: &HostValue| value.unknown_reason().is_some() || matches!(value, HostValue::Pointer(_));
        let is_same = |((keyword, one), (other_keyword, other)): (&GivenValue, &GivenValue)| {
            keyword == other_keyword
                && (one == other
                    || is_nameless(one) && is_nameless(other)
                    || is_vague(one) && is_vague(other))
        };
        Arc::ptr_eq(&self.function, &earlier.function)
            && self.template == earlier.template
            && match earlier.given.is_empty() {
                true => self.given.iter().all(|(_, value)| is_run_time(value) || is_vague(value)),
                false => {
                    self.given.len() == earlier.given.len()
                        && self.given.iter().zip(&earlier.given).all(is_same)
                }
            }
    }
}

impl Interpreter<'_> {
    /// Whether a call is one of those that led to it once more, and comes back to itself as often as its loops and
    /// branches are gone through.
    pub(super) fn repeats_itself(&self, key: &CallKey) -> bool {
        let running = self.frames.iter().filter_map(|frame| frame.key.as_ref());
        !self.is_certain() && running.into_iter().any(|earlier| key.is_no_more_than(earlier))
    }

    /// What a call depends on, when that is nothing but the function and its arguments: no object whose fields may
    /// change, no variables around a lambda.
    pub(super) fn call_key(
        &self,
        function: &Arc<Function>,
        template: &[HostValue],
        scope: ScopeId,
        receiver: Option<&HostValue>,
        given: &[Given],
    ) -> Option<CallKey> {
        let is_of_file = matches!(self.scopes.get(scope).map(|scope| &scope.kind), Some(ScopeKind::File));
        let is_alone = given.iter().all(|given| is_value(&given.argument.value));
        (is_of_file && is_alone && receiver.is_none() && !self.is_python()).then(|| CallKey {
            function: Arc::clone(function),
            template: template.to_vec(),
            given: given
                .iter()
                .map(|given| (given.argument.keyword.clone(), given.argument.value.clone()))
                .collect(),
        })
    }

    /// What an equal call gave.
    pub(super) fn known_call(&self, key: &CallKey) -> Option<Computed> {
        self.known_calls
            .iter()
            .find(|known| *known.key == *key)
            .map(|known| Computed::plain(known.value.clone()))
    }

    /// Remembers a call that changed nothing. A number without a certain value is a new one in each call, so a result
    /// with such a number is not remembered.
    pub(super) fn remember_call(
        &mut self,
        key: Arc<CallKey>,
        value: &HostValue,
        recorded: (usize, usize),
        names: usize,
    ) {
        if is_static(value) || value.unknown_reason().is_some() || self.names.count() == names {
            if self.known_calls.len() >= MAX_KNOWN_CALLS {
                self.known_calls.remove(0);
            }
            self.known_calls.push(KnownCall { key, value: value.clone(), recorded });
        }
    }

    /// Forgets what was found since, and the calls that found it.
    pub(super) fn take_records_back(&mut self, mark: (usize, usize)) {
        self.records.take_back(mark);
        self.known_calls.retain(|known| known.recorded.0 < mark.0);
    }
}

/// Whether a value says all about itself.
fn is_value(value: &HostValue) -> bool {
    match value {
        HostValue::Instance(_) => false,
        HostValue::Callable(callable) => matches!(**callable, Callable::Library { receiver: None, .. }),
        HostValue::Tuple(elements) => elements.iter().all(is_value),
        HostValue::Object(object) => object.fields.values().all(is_value),
        _ => true,
    }
}
