//! Templates of functions of which only the address is taken: `&run<64>` in a table, `m.def("run", &run<128>)`, a kernel
//! that is handed to a function that nobody reads. They are compiled with these arguments, whoever calls them.

use std::{ops::Range, sync::Arc};

use layoutlens_host_value::{function::Callable, scope::ScopeId, value::HostValue};
use layoutlens_syntax::program::Function;

use crate::state::{
    address::Address,
    context::{Context, ContextId},
    file::FileId,
    interpreter::Interpreter,
    scope::ScopeKind,
};

/// How many are run.
const MOST_TAKEN: usize = 64;

/// A function with arguments for its template, which nothing called so far.
#[derive(Debug)]
pub(crate) struct Taken {
    function: Arc<Function>,
    template: Vec<HostValue>,
    scope: ScopeId,
    /// Where it is named.
    file: FileId,
    range: Range<usize>,
}

impl Interpreter<'_> {
    /// Notes that code names a function with arguments for its template. Where it is called, [`no_longer_taken`]
    /// (Self::no_longer_taken) follows.
    pub(crate) fn note_taken(&mut self, value: &HostValue, range: &Range<usize>) {
        if self.is_python() || self.is_dry {
            return;
        }
        let HostValue::Callable(callable) = value else { return };
        let Callable::Functions { overloads, template, scope, receiver: None } = &**callable else { return };
        let [function] = overloads.as_slice() else { return };
        let is_outside = self.scopes.get(scope.id).is_some_and(|scope| matches!(scope.kind, ScopeKind::File));
        let is_known = template.iter().all(|argument| argument.unknown_reason().is_none());
        let is_whole = template.len() >= needed(function);
        if !is_outside || !is_known || !is_whole || function.body.is_empty() {
            return;
        }
        let own = self.own_address(function);
        self.named_templates.insert(own);
        if self.taken.len() >= MOST_TAKEN {
            return;
        }
        let is_same = |taken: &Taken| Arc::ptr_eq(&taken.function, function) && taken.template == *template;
        if !self.taken.iter().any(is_same) {
            let (function, template) = (Arc::clone(function), template.clone());
            self.taken.push(Taken {
                function,
                template,
                scope: scope.id,
                file: self.file(),
                range: range.clone(),
            });
        }
    }

    /// A function is called.
    pub(crate) fn no_longer_taken(&mut self, function: &Arc<Function>) {
        if !self.is_python() && !function.template.is_empty() {
            let own = self.own_address(function);
            self.ran_templates.insert(own);
        }
    }

    /// Whether something is named that was not called.
    pub(crate) fn has_taken(&self) -> bool {
        self.taken.iter().any(|taken| !self.ran_templates.contains(&self.own_address(&taken.function)))
    }

    /// By what a function is known to all interpreters of a file.
    fn own_address(&self, function: &Arc<Function>) -> Address {
        let copy = Address::of(&**function);
        self.shared.original(copy).unwrap_or(copy)
    }

    /// The context of a function that is run for all that may call it: nobody gives its parameters, those with defaults among
    /// them.
    pub(crate) fn context_of_any(&mut self, function: &Function) -> ContextId {
        let outer = self.contexts.get(self.frames.top().context);
        let context = Context {
            parent: Some(ContextId::OUTSIDE),
            function: function.name.text.clone(),
            lambda: None,
            file: self.file(),
            range: function.name.range.clone(),
            given: Vec::new(),
            is_certain: outer.is_certain,
            is_compiled: outer.is_compiled,
            is_guess: outer.is_guess,
            is_root: true,
        };
        self.contexts.add(context)
    }

    /// Runs those that nothing called, with any arguments.
    pub(crate) fn run_taken(&mut self) {
        let mut taken = std::mem::take(&mut self.taken);
        // What is called somewhere is known from there.
        taken.retain(|taken| !self.ran_templates.contains(&self.own_address(&taken.function)));
        for Taken { function, template, scope, file, range } in taken {
            if self.is_run_elsewhere(&function, scope) {
                continue;
            }
            // A launch that was left out, among others.
            if !self.function_comes_to_main(&function, &template) {
                continue;
            }
            let mut frame = self.top_frame(self.files.scope(file), Arc::default(), usize::MAX);
            frame.context = self.context_of_any(&function);
            self.frames.push(frame);
            self.call_function(&function, &template, scope, None, Vec::new(), range);
            self.frames.pop();
        }
    }
}

/// How many arguments a template needs at least before it is one function.
fn needed(function: &Function) -> usize {
    function.template.iter().filter(|parameter| parameter.default.is_none() && !parameter.is_pack).count()
}
