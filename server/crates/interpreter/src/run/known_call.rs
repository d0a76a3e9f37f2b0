//! Calls whose outcome is known from an earlier one with the same arguments.

use std::sync::Arc;

use layoutlens_host_value::{call::Computed, scope::ScopeId, value::HostValue};
use layoutlens_syntax::program::Function;

use crate::{
    state::{
        given::Given,
        interpreter::Interpreter,
        known_call::{CallKey, KnownCall, is_value},
        scope::ScopeKind,
    },
    value::static_number::is_static,
};

/// How many calls are remembered; the oldest is forgotten first.
const MAX_KNOWN_CALLS: usize = 256;

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
            block: self.block,
        })
    }

    /// What an equal call gave.
    pub(crate) fn known_call(&self, key: &CallKey) -> Option<Computed> {
        self.known_calls
            .iter()
            .find(|known| *known.key == *key)
            .map(|known| Computed::plain(known.value.clone()))
    }

    /// Remembers a call that changed nothing. A number without a certain value is a new one in each call, so a result
    /// with such a number is not remembered.
    pub(crate) fn remember_call(
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
    pub(crate) fn take_records_back(&mut self, mark: (usize, usize)) {
        self.records.take_back(mark);
        self.known_calls.retain(|known| known.recorded.0 < mark.0);
    }
}
