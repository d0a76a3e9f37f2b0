//! Values that are spelled as code of the library.

use std::sync::Arc;

use layoutlens_host_value::{suggestions::Spelled, value::HostValue};
use layoutlens_syntax::{
    Expr, Language, parse,
    program::{Item, StatementKind},
    read_program,
};

use crate::{
    state::{
        file::FileId,
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
    suppose::{picks::Aspect, slot::Slot},
};

/// Whether code is a type or an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
        let mut values: Vec<Option<(HostValue, String)>> = Vec::new();
        for spelled in all {
            let value = self.value_spelled(&spelled.code, form);
            if value.unknown_reason().is_none() && fits(&value) {
                values.push(Some((value, spelled.said)));
            }
        }
        // Where the code refuses all of them, nothing is supposed.
        values.push(None);
        let (value, said) = self.suppositions.picks.choice(slot, aspect, name, &values)??;
        self.suppositions.picks.made_whole(slot, &value);
        Some((value, said))
    }

    /// The value of code that sees the library only.
    fn value_spelled(&mut self, code: &str, form: Form) -> HostValue {
        if let Some(known) = self.suppositions.spelled.get(code).filter(|_| form == Form::Type) {
            return known.clone();
        }
        let Some(expr) = self.read_spelled(code, form) else {
            return HostValue::unknown("what is suggested is no code");
        };
        let scope = self.scopes.open(None, ScopeKind::Block, FileId::MAIN);
        for size in self.outside.libraries.suggestions.sizes {
            let value = self.nameless_size();
            self.scopes.bind(scope, size, Some(Binding::variable(value, 0)));
        }
        let mut frame = self.top_frame(scope, Arc::default(), usize::MAX);
        frame.function = None;
        self.frames.push(frame);
        let value = self.value(&expr);
        self.frames.pop();
        if form == Form::Type {
            self.suppositions.spelled.insert(code.to_owned(), value.clone());
        }
        value
    }

    fn read_spelled(&mut self, code: &str, form: Form) -> Option<Arc<Expr>> {
        if let Some(known) = self.suppositions.read.get(code) {
            return known.clone();
        }
        let text = match form {
            Form::Type => format!("using it = {code};"),
            Form::Expression => format!("auto it = {code};"),
        };
        let (_, tree) = parse(Language::Cuda, &text, None);
        let mut items = read_program(Language::Cuda, &text, &tree).items;
        let read = match items.pop() {
            Some(Item::Statement(statement)) => match statement.kind {
                StatementKind::Declare(declaration) => declaration.value.map(Arc::new),
                _ => None,
            },
            _ => None,
        };
        self.suppositions.read.insert(code.to_owned(), read.clone());
        read
    }
}
