//! Templates of aliases and variables: `template <class T> using Atom = ..`, `template <int N> constexpr auto L = ..`.

use std::{ops::Range, sync::Arc};

use layoutlens_host_value::{
    call::Computed, evaluation::VariableKind, function::Callable, invariant, scope::ScopeId, value::HostValue,
};
use layoutlens_syntax::program::{Declaration, DeclarationKind};

use crate::{
    cpp::specialization::{Primary, Special},
    state::{
        context::Context,
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
    value::unknown::unknown,
};

impl Interpreter<'_> {
    /// What the name of a template of aliases or variables stands for.
    pub(crate) fn template_of(&mut self, declarations: &[&Declaration], scope: ScopeId) -> HostValue {
        let declarations = declarations.iter().map(|declaration| self.shared.declaration(declaration));
        HostValue::Callable(Arc::new(Callable::Template {
            declarations: declarations.collect(),
            scope: self.scopes.captured(scope),
        }))
    }

    /// A template of aliases or variables with its arguments.
    pub(crate) fn specialized_template(
        &mut self,
        declarations: &[Arc<Declaration>],
        scope: ScopeId,
        arguments: Vec<HostValue>,
        range: Range<usize>,
    ) -> Computed {
        let primary = declarations.iter().find(|declaration| declaration.specialization.is_empty());
        let Some(primary) = primary.map(Arc::clone) else {
            return unknown("a template without a definition");
        };
        let name = primary.names.first().map(|name| name.text.clone()).unwrap_or_default();
        let given = arguments.len();
        let (bound, values) = self.bound_template(&primary.template, (scope, &primary.path), arguments);
        let specializations: Vec<Arc<Declaration>> = declarations
            .iter()
            .filter(|declaration| !declaration.specialization.is_empty())
            .map(Arc::clone)
            .collect();
        let special: Vec<Special<'_>> = specializations
            .iter()
            .map(|declaration| Special {
                parameters: &declaration.template,
                pattern: &declaration.specialization,
            })
            .collect();
        let itself = Primary { parameters: &primary.template, place: (scope, &primary.path), given };
        let (chosen, inner) = match self.specialization(&name, &special, &values, itself) {
            Err(reason) => return unknown(reason),
            Ok(None) => (primary, bound),
            Ok(Some((index, bindings))) => {
                let Some(chosen) = specializations.get(index).map(Arc::clone) else {
                    return invariant!(
                        unknown("a specialisation that is not there"),
                        "specialisation {index} of {}",
                        specializations.len()
                    );
                };
                let file = self.scopes.file_of(scope);
                let inner = self.scopes.open(Some(scope), ScopeKind::Block, file);
                for parameter in &chosen.template {
                    let Some(name) = &parameter.name else { continue };
                    let Some(value) = bindings.get(&name.text) else { continue };
                    self.scopes.bind(inner, &name.text, Some(Binding::parameter(value.clone(), parameter)));
                }
                (chosen, inner)
            }
        };
        let given = chosen.template.iter().filter_map(|parameter| {
            let name = parameter.name.as_ref()?;
            Some((name.text.clone(), self.scopes.binding(inner, &name.text)?.value.clone()))
        });
        let context = Context {
            parent: Some(self.frames.top().context),
            function: String::new(),
            lambda: None,
            file: self.file(),
            range,
            given: given.collect(),
            is_certain: self.is_certain(),
            is_compiled: self.is_compiled(),
            is_guess: self.is_guess(),
            is_root: false,
        };
        let context = self.contexts.add(context);
        let mut frame = self.top_frame(inner, chosen.path.clone(), usize::MAX);
        frame.context = context;
        self.frames.push(frame);
        let computed = self.value_declared(&chosen);
        let kind = match chosen.kind {
            DeclarationKind::Alias => VariableKind::Alias,
            _ => VariableKind::Variable,
        };
        if let Some(name) = chosen.names.first() {
            self.record(name, name.range.clone(), kind, &computed, name.range.end);
        }
        self.frames.pop();
        computed
    }
}
