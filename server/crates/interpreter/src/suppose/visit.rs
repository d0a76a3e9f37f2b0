//! Calls with arguments that stay unknown under what is supposed so far: the function is run once more, with
//! suppositions of its own.

use std::sync::Arc;

use layoutlens_host_value::{open_number::is_open_name, scope::ScopeId, tensor::Tensor, value::HostValue};
use layoutlens_operation::symbolic;
use layoutlens_syntax::program::Function;

use crate::{
    entry::callers::is_vague,
    state::{frame::Frame, function_start::FunctionStart, given::Given, interpreter::Interpreter},
    suppose::supposition::Suppositions,
};

/// How many steps all such runs may take together.
const MAX_VISIT_STEPS: usize = 100_000;

impl Suppositions {
    /// Whether something else stands for a value that a call gives.
    pub(crate) fn replaces(&self, value: &HostValue) -> bool {
        self.is_visit && is_open_to_more(value)
    }

    /// The parameters of the call at hand are bound; calls inside of it are calls like others.
    pub(crate) fn all_bound(&mut self) {
        self.is_visit = false;
    }
}

/// Whether something supposed would say more than a value: one that is not known, or a tensor whose sizes are numbers of compile
/// time that are not known.
fn is_open_to_more(value: &HostValue) -> bool {
    let is_open = |tensor: &Tensor| symbolic::names(&tensor.layout).iter().any(|name| is_open_name(name));
    is_vague(value) || matches!(value, HostValue::Tensor(tensor) if is_open(tensor))
}

impl Interpreter<'_> {
    /// Runs a function for what is supposed of the arguments that are unknown. Nothing is left of it but what it found.
    pub(crate) fn visit_under_suppositions(
        &mut self,
        function: &Arc<Function>,
        template: &[HostValue],
        scope: ScopeId,
        receiver: Option<&HostValue>,
        given: &[Given],
    ) {
        let is_of_main = self.scopes.get(scope).is_some_and(|scope| scope.file.is_main());
        let state = &self.suppositions;
        if !self.is_python()
            || !state.is_open
            || !state.is_supposing
            || state.is_visit
            || !is_of_main
            || !given.iter().any(|given| is_open_to_more(&given.argument.value))
            || self.suppositions.visited.contains(&FunctionStart::of(function))
        {
            return;
        }
        if self.suppositions.visit_steps >= MAX_VISIT_STEPS {
            self.suppositions.unvisited.insert(FunctionStart::of(function));
            return;
        }
        self.suppositions.visited.insert(FunctionStart::of(function));
        let began = self.steps;
        let (held, is_contradicted) =
            (Arc::clone(&self.suppositions.held), self.suppositions.is_contradicted);
        // First the code says what it knows of these parameters, then they are supposed.
        for is_supposing in [false, true] {
            let mark = self.root_mark();
            let take = |frame: &mut Frame| {
                let compiled = std::mem::take(&mut frame.compiled_at_run_time);
                (std::mem::take(&mut frame.undecided), compiled)
            };
            let undecided: Vec<(usize, usize)> = self.frames.iter_mut().map(take).collect();
            self.suppositions.is_supposing = is_supposing;
            self.suppositions.is_visit = true;
            self.suppositions.is_contradicted = false;
            let range = function.name.range.clone();
            self.call_function(function, template, scope, receiver, given.to_vec(), range);
            self.suppositions.is_visit = false;
            for (frame, undecided) in self.frames.iter_mut().zip(undecided) {
                (frame.undecided, frame.compiled_at_run_time) = undecided;
            }
            let is_kept = is_supposing && !self.suppositions.is_contradicted;
            self.take_back(mark.journal);
            self.made_objects.truncate(mark.objects);
            if is_supposing && !is_kept {
                self.suppositions.unvisited.insert(FunctionStart::of(function));
            }
            if !is_kept {
                self.take_records_back(mark.records);
                self.reached = mark.reached;
            }
        }
        self.suppositions.is_supposing = true;
        self.suppositions.is_contradicted = is_contradicted;
        self.suppositions.held = held;
        self.suppositions.visit_steps += self.steps - began;
    }
}
