//! Values that are spelled as code of the library.

use std::sync::Arc;

use layoutlens_host_value::{suggestions::Spelled, value::HostValue};
use layoutlens_syntax::Expr;

use crate::{
    state::{
        file::FileId,
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
    suppose::{cpp::of_library::OfLibrary, picks::Aspect, slot::Slot},
};

/// Whether code is a type or an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Type,
    Expression,
}

impl Interpreter<'_> {
    /// Of several things that are spelled the first one that is a value and that was not refused.
    pub(crate) fn supposed_spelled(
        &mut self,
        (slot, aspect): (Slot, Aspect),
        name: &str,
        all: Vec<Spelled>,
        form: Form,
        fits: impl Fn(&HostValue) -> bool,
    ) -> Option<(HostValue, String)> {
        let all = match self.suppositions.picks.required_spelled(slot) {
            Some(Spelled { code, said }) if form == Form::Type => {
                vec![Spelled { code: format!("decltype({code})"), said }]
            }
            Some(required) => vec![required],
            None => all,
        };
        let mut fitting: Vec<(Spelled, Arc<OfLibrary>)> = Vec::new();
        for spelled in all {
            let of_library = OfLibrary::of(&spelled.code, form, self.outside);
            // As if it were evaluated here, but for types, which are evaluated once: how many attempts a root takes must not hang
            // on which root asks first.
            if form == Form::Expression {
                self.count_steps(of_library.steps);
            }
            if of_library.value.unknown_reason().is_none() && fits(&of_library.value) {
                fitting.push((spelled, of_library));
            }
        }
        let (spelled, of_library) = self.suppositions.picks.choice_or_none((slot, aspect), name, fitting)?;
        let value = self.value_spelled(&spelled.code, &of_library, form);
        if value.unknown_reason().is_some() {
            return None;
        }
        self.suppositions.picks.made_whole(slot, &value);
        Some((value, spelled.said))
    }

    /// The value of code that sees the library only.
    fn value_spelled(&mut self, code: &str, of_library: &OfLibrary, form: Form) -> HostValue {
        let (Some(expr), true) = (&of_library.expr, of_library.has_run_time_numbers) else {
            return of_library.value.clone();
        };
        if let Some(known) = self.suppositions.spelled.get(code).filter(|_| form == Form::Type) {
            return known.clone();
        }
        // Its steps are counted.
        let steps = self.steps;
        let value = self.value_of_library(expr);
        self.steps = steps;
        if form == Form::Type {
            self.suppositions.spelled.insert(code.to_owned(), value.clone());
        }
        value
    }

    /// The value of an expression that sees the library and the names of run-time numbers, which are other ones each time.
    pub(crate) fn value_of_library(&mut self, expr: &Expr) -> HostValue {
        let scope = self.scopes.open(None, ScopeKind::Block, FileId::MAIN);
        for size in self.outside.libraries.suggestions.sizes {
            let value = self.nameless_size();
            self.scopes.bind(scope, size, Some(Binding::variable(value, 0)));
        }
        let mut frame = self.top_frame(scope, Arc::default(), usize::MAX);
        frame.function = None;
        self.frames.push(frame);
        let value = self.value(expr);
        self.frames.pop();
        value
    }
}
