//! Functions without a name, and what they capture.

use std::{collections::BTreeSet, sync::Arc};

use layoutlens_host_value::{call::Computed, function::Callable, scope::ScopeId, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{COPY_OF_THIS, Declaration, DeclarationKind, Function, HostStatement, MUTABLE, StatementKind},
};

use crate::{
    code::walk,
    state::{
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
};

/// What a C++ lambda captures.
#[derive(Debug, Default)]
struct Captures<'f> {
    /// `[=]`.
    copies_all: bool,
    /// `[n]`, `[n = e]`.
    copies: BTreeSet<&'f str>,
    /// `[&n]`.
    references: BTreeSet<&'f str>,
    is_mutable: bool,
    /// Whether what a capture refers to, `[&m = n]`, goes by the name of a copy: outside of the lambda another is meant.
    mixes_names: bool,
}

impl<'f> Captures<'f> {
    fn of(function: &'f Function) -> Self {
        let mut captures = Self::default();
        for attribute in &function.attributes {
            let ExprKind::Name(name) = &attribute.kind else { continue };
            if name == MUTABLE {
                captures.is_mutable = true;
            } else if name == "=" {
                captures.copies_all = true;
            } else if let Some(name) = name.strip_prefix('&') {
                captures.references.insert(name);
            } else {
                captures.copies.insert(name);
            }
        }
        captures.mixes_names = captures.mixes_names(function);
        captures
    }

    fn mixes_names(&self, function: &Function) -> bool {
        let mut referring = leading_captures(function)
            .filter(|declaration| {
                declaration.names.iter().all(|name| self.references.contains(name.text.as_str()))
            })
            .filter_map(|declaration| declaration.value.as_ref());
        referring.any(|value| {
            let mut mixes = self.copies_all;
            walk::expression(value, &mut |expr: &Expr| {
                mixes |= matches!(&expr.kind, ExprKind::Name(name) if self.copies.contains(name.as_str()));
            });
            mixes
        })
    }

    /// The names whose values the lambda keeps.
    fn copied(&self, function: &'f Function) -> BTreeSet<&'f str> {
        let mut names = self.copies.clone();
        if self.copies_all {
            walk::function(function, &mut |expr| {
                if let ExprKind::Name(name) = &expr.kind
                    && !self.references.contains(name.as_str())
                {
                    names.insert(name);
                }
            });
        }
        names
    }
}

impl Interpreter<'_> {
    /// `lambda x: e`, `[=](auto x) { .. }`: what a C++ lambda copies stays what it is now.
    pub(crate) fn lambda(&mut self, function: &Function) -> HostValue {
        let captures = if self.is_python() { Captures::default() } else { Captures::of(function) };
        if captures.is_mutable {
            if captures.copies_all || captures.copies.contains("this") {
                // The object whose method makes it is not copied.
                let shared = self.shared.function(function);
                self.let_out_function(&shared, self.scope(), &mut Default::default());
            }
            return HostValue::unknown("a mutable lambda has variables that stay from one call to the next");
        }
        if captures.copies.contains(COPY_OF_THIS) {
            return HostValue::unknown("a lambda has a copy of the object whose method makes it");
        }
        let (mut shared, mut scope) = (self.shared.function(function), self.scope());
        if captures.mixes_names {
            // What it writes through its references, it may write from here on.
            let shared = self.shared.function(function);
            self.let_out_function(&shared, self.scope(), &mut Default::default());
            for declaration in leading_captures(function) {
                declaration.value.iter().for_each(|value| self.expose_named(value));
            }
            return HostValue::unknown("a capture has the name of what another one refers to");
        }
        if captures.copies_all || !captures.copies.is_empty() {
            scope = self.captured(&captures, function);
            let is_captured = |statement: &&HostStatement| {
                matches!(&statement.kind, StatementKind::Declare(declaration)
                    if is_capture(declaration) && declaration.names.iter().all(|name| captures.copies.contains(name.text.as_str())))
            };
            let count = function.body.iter().take_while(is_captured).count();
            if count > 0 {
                let body = function.body.iter().skip(count).cloned().collect();
                shared = Arc::new(Function { body, ..function.clone() });
            }
        }
        let scope = self.scopes.captured(scope);
        let overloads = vec![shared];
        HostValue::Callable(Arc::new(Callable::Functions {
            overloads,
            template: Vec::new(),
            scope,
            receiver: None,
        }))
    }

    /// A scope that holds what a lambda copies.
    fn captured(&mut self, captures: &Captures<'_>, function: &Function) -> ScopeId {
        let outer = self.scope();
        let scope = self.scopes.open(Some(outer), ScopeKind::Block, self.file());
        for name in captures.copied(function) {
            let Some(binding) = self.local_binding(outer, name) else { continue };
            let value = self.look_up(outer, name).unwrap_or_else(|| binding.value.clone());
            let value = self.copied(Computed::plain(value)).value;
            self.scopes.bind(scope, name, Some(Binding { value, refers_to: None, ..binding }));
        }
        for statement in function.body.iter() {
            let StatementKind::Declare(declaration) = &statement.kind else { break };
            let ([name], Some(value)) = (declaration.names.as_slice(), &declaration.value) else { break };
            if !is_capture(declaration) || !captures.copies.contains(name.text.as_str()) {
                break;
            }
            let computed = self.kept(value);
            let value = self.copied(computed).value;
            self.scopes.bind(scope, &name.text, Some(Binding::variable(value, name.range.start)));
        }
        scope
    }

    /// The binding of a variable of the functions around.
    pub(crate) fn local_binding(&self, scope: ScopeId, name: &str) -> Option<Binding> {
        let is_local = |scope: &ScopeId| {
            self.scopes
                .get(*scope)
                .is_some_and(|data| matches!(data.kind, ScopeKind::Function | ScopeKind::Block))
        };
        let mut around = self.scopes.around(scope).take_while(is_local);
        around.find_map(|scope| self.scopes.binding(scope, name)).cloned()
    }
}

/// Whether a declaration is that of a capture, `[n = e]`: its type is not written.
fn is_capture(declaration: &Declaration) -> bool {
    declaration.kind == DeclarationKind::Constant && declaration.declared_type.is_none()
}

/// The captures of a lambda that stand as declarations in front of its body.
fn leading_captures(function: &Function) -> impl Iterator<Item = &Declaration> {
    function.body.iter().map_while(|statement| match &statement.kind {
        StatementKind::Declare(declaration) if is_capture(declaration) => Some(declaration),
        _ => None,
    })
}
