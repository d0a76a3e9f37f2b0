//! The places that may be written through an expression: by what takes it by reference, or holds its address.

use layoutlens_host_value::{function::Callable, value::HostValue};
use layoutlens_operation::Operation;
use layoutlens_syntax::{Expr, ExprKind, program::REFERENCE_CAST};

use crate::{
    code::path::is_path,
    run::{copying::is_this, unseen_write::Writes},
    state::{
        interpreter::Interpreter,
        scope::{Place, ScopeKind},
    },
};

/// How deep an expression is searched for what may be written through it.
pub(crate) const MAX_DEPTH: usize = 64;

/// How much of it a function takes whose returned reference is looked at.
const DEPTH_OF_A_CALL: usize = 8;

impl Interpreter<'_> {
    /// The places that may be written by what takes an expression by reference.
    pub(crate) fn written_through(&mut self, expr: &Expr) -> Vec<Place> {
        let mut places = Vec::new();
        self.write(expr, MAX_DEPTH, &mut places);
        places
    }

    pub(crate) fn write(&mut self, expr: &Expr, depth: usize, places: &mut Vec<Place>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        for meaning in self.meanings(expr) {
            self.write(&meaning, depth, places);
        }
        match &expr.kind {
            ExprKind::Name(name) if name == "this" => {
                if let Some(receiver) = self.receiver() {
                    self.fields_of_object(&receiver, places);
                }
            }
            ExprKind::Name(name) => {
                if self.is_constant_name(name) {
                    return;
                }
                if let Some(place) = self.place_of_name(name)
                    && !self.is_constant_of_receiver(&place)
                    && !places.contains(&place)
                {
                    places.push(place);
                }
            }
            ExprKind::Member { base, .. } if !is_path(base) => self.write(base, depth, places),
            ExprKind::Member { base, .. } => match self.place_of(expr) {
                Some(place) if !self.is_constant_of_receiver(&place) && !places.contains(&place) => {
                    places.push(place);
                }
                Some(_) => {}
                None => self.write(base, depth, places),
            },
            ExprKind::Index { base, .. } => self.write(base, depth, places),
            ExprKind::Expand(inner) => self.write(inner, depth, places),
            ExprKind::Invoke { callee, arguments }
                if matches!(&callee.kind, ExprKind::Name(name) if name == "operator*")
                    && arguments.iter().all(|argument| is_this(&argument.value)) =>
            {
                arguments.iter().for_each(|argument| self.write(&argument.value, depth, places));
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                self.write(then, depth, places);
                self.write(otherwise, depth, places);
            }
            ExprKind::Comma(all) => {
                if let Some(last) = all.last() {
                    self.write(last, depth, places);
                }
            }
            ExprKind::Invoke { callee, arguments } if self.gives_reference(callee) => {
                match &callee.kind {
                    ExprKind::Member { base, .. } => self.write(base, depth, places),
                    // `capture(x)()`: the function that is made may hold what it was made of.
                    ExprKind::Invoke { arguments: made_of, .. } => {
                        made_of.iter().for_each(|argument| self.write(&argument.value, depth, places));
                    }
                    _ => {}
                }
                arguments.iter().for_each(|argument| self.write(&argument.value, depth, places));
                if let Some(depth) = depth.checked_sub(DEPTH_OF_A_CALL) {
                    self.write_returned(callee, depth, places);
                }
            }
            _ => {}
        }
    }

    /// The places outside of a function that a reference which it returns may refer to.
    fn write_returned(&mut self, callee: &Expr, depth: usize, places: &mut Vec<Place>) {
        // A function without a name is called where it stands: `[&]() -> int& { return x; }() = 1`.
        if !is_path(callee) && !matches!(callee.kind, ExprKind::Lambda(_)) {
            return;
        }
        let HostValue::Callable(callable) = self.value(callee) else { return };
        let Callable::Functions { overloads, scope, receiver, .. } = &*callable else { return };
        let mut scope = scope.id;
        if let Some(receiver) = receiver {
            let file = self.scopes.file_of(scope);
            scope = self.scopes.open(Some(scope), ScopeKind::Object(receiver.clone()), file);
        }
        for function in overloads.iter().filter(|function| function.returns_reference) {
            let mut returned = Writes::new(self.outside.libraries.effects);
            returned.returned(&function.body);
            self.within(scope, |this| {
                returned.targets.iter().for_each(|target| this.write(target, depth, places));
            });
        }
    }

    fn fields_of_object(&mut self, object: &HostValue, places: &mut Vec<Place>) {
        let HostValue::Instance(instance) = object else { return };
        let names = self.instances.of(instance.id).keys().cloned();
        let names: Vec<String> = names.collect();
        for name in names {
            let place = Place::Field(instance.id, name.as_str().into());
            if !self.is_kept_constant(&instance.class, &name, &place) && !places.contains(&place) {
                places.push(place);
            }
        }
    }

    /// Whether a call may give a reference to what it is given.
    fn gives_reference(&mut self, callee: &Expr) -> bool {
        let (name, base) = match &callee.kind {
            ExprKind::Name(name) => (name.as_str(), callee),
            ExprKind::Member { name, .. } => (name.text.as_str(), callee),
            ExprKind::Specialize { base, .. } => match &base.kind {
                ExprKind::Name(name) => (name.as_str(), &**base),
                ExprKind::Member { name, .. } => (name.text.as_str(), &**base),
                _ => return true,
            },
            _ => return true,
        };
        let last = name.rsplit("::").next().unwrap_or(name);
        if matches!(last, "operator&" | "operator*") {
            return false;
        }
        if matches!(
            last,
            REFERENCE_CAST
                | "reinterpret_cast"
                | "get"
                | "move"
                | "forward"
                | "ref"
                | "tie"
                | "forward_as_tuple"
        ) {
            return true;
        }
        if !is_path(base) {
            return true;
        }
        // Of a layout these are no copies (`Layout::shape` in `cute/layout.hpp`).
        if [Operation::Shape, Operation::Stride].iter().any(|part| part.name() == last)
            && let ExprKind::Member { base, .. } = &base.kind
            && !self.is_python()
        {
            return matches!(self.value(base), HostValue::Value(value) if value.is_layout());
        }
        let value = self.value(base);
        match &value {
            HostValue::Callable(callable) => match &**callable {
                Callable::Functions { overloads, .. } => {
                    overloads.iter().any(|function| function.returns_reference)
                }
                _ => false,
            },
            HostValue::Type(_) => false,
            HostValue::Instance(_) => true,
            _ => !self.outside.libraries.effects.is_read_only(callee),
        }
    }

    /// Whether a name cannot be assigned where it is seen.
    fn is_constant_name(&self, name: &str) -> bool {
        let mut around = self.scopes.around(self.scope());
        let found = around.find_map(|scope| match self.scopes.get(scope).map(|data| &data.kind) {
            Some(ScopeKind::Object(_)) => Some(None),
            _ => self.scopes.binding(scope, name).map(Some),
        });
        found
            .flatten()
            .is_some_and(|binding| binding.is_constant && !self.changes_though_constant(&binding.value))
    }
}
