//! What Python makes element by element: what its making does is certain only where who goes over it certainly does so at
//! once and to its end.

use layoutlens_host_value::{call::Computed, function::Callable, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{GONE_OVER_IN_PART, GONE_OVER_IN_ROUNDS, GONE_OVER_LATER},
};

use crate::{
    code::walk,
    state::{interpreter::Interpreter, scope::Place},
    value::unknown::unknown,
};

/// Functions of Python that give the same of the same and do nothing.
const PURE: &[&str] = &["int", "len", "abs", "min", "max", "range", "tuple", "sum", "divmod"];

/// Functions of Python's modules that make what is gone over once.
const ITERATORS: &[&str] = &["itertools.product"];

/// Whether a function is none of the program's, but says how what it is given is gone over.
pub(crate) fn says_how_gone_over(name: &str) -> bool {
    [GONE_OVER_IN_PART, GONE_OVER_IN_ROUNDS, GONE_OVER_LATER].contains(&name)
}

/// Whether an expression makes what is gone over when nothing in the text says so.
pub(crate) fn is_gone_over_later(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Name(name) if name == GONE_OVER_LATER || name == GONE_OVER_IN_ROUNDS)
}

impl Interpreter<'_> {
    /// The elements that are made one by one, as far as they are certain.
    pub(crate) fn gone_over(&mut self, how: &str, made: &Expr) -> Computed {
        let is_known = match how {
            GONE_OVER_IN_PART => true,
            GONE_OVER_IN_ROUNDS => self.depends_on_its_variables(made),
            _ => false,
        };
        let (mark, recorded) = (self.journal.len(), self.records.mark());
        let (scopes, instances) = (self.scopes.next(), self.instances.next());
        let computed = self.undecided(|this| this.evaluate(made));
        let changes = self.changes_since(mark).all;
        let is_outer = |place: &Place| match place {
            Place::Variable(scope, _) => *scope < scopes,
            Place::Field(object, _) => *object < instances,
        };
        let changed: Vec<Place> =
            changes.into_iter().map(|(place, ..)| place).filter(|place| is_outer(place)).collect();
        if !changed.is_empty() || !is_known {
            self.take_records_back(recorded);
        }
        self.forget_places(&changed, "it is done when what is made here is gone over");
        match is_known {
            true => computed,
            false => unknown("what is made here is gone over later"),
        }
    }

    /// A value that several targets share: it is computed for the first of them.
    pub(crate) fn taken_apart(&mut self, value: &Expr, is_first: bool) -> Computed {
        let (depth, start) = (self.frames.len(), value.range.start);
        if is_first {
            let computed = self.kept(value);
            self.taken_apart.retain(|(at, other, _)| *at < depth || *at == depth && *other != start);
            self.taken_apart.push((depth, start, computed.value.clone()));
            return computed;
        }
        let found = self.taken_apart.iter().rev().find(|(at, other, _)| (*at, *other) == (depth, start));
        match found {
            Some((.., value)) => Computed::plain(value.clone()),
            None => unknown("a part of a value that is taken apart"),
        }
    }

    /// Whether each element is made of what is gone over alone, whatever else has changed by then.
    fn depends_on_its_variables(&self, made: &Expr) -> bool {
        let ExprKind::Comprehension { element, variables, condition, .. } = &made.kind else { return false };
        let is_fixed = |name: &str| {
            let is_own = variables.iter().any(|own| own.text == name);
            is_own || PURE.contains(&name) && self.is_bound_nowhere(name)
        };
        let mut depends = true;
        for part in [element].into_iter().chain(condition) {
            walk::expression(part, &mut |expr: &Expr| match &expr.kind {
                ExprKind::Name(name) => depends &= is_fixed(name),
                ExprKind::Member { .. } | ExprKind::Lambda(_) => depends = false,
                _ => {}
            });
        }
        depends
    }

    /// Whether what a call gives, which has elements, is gone over once: it is of a function of Python's modules, under whatever
    /// name it is imported.
    pub(crate) fn makes_iterator(&mut self, value: &Expr) -> bool {
        let ExprKind::Invoke { callee, .. } = &value.kind else { return false };
        if walk::has_call(callee) {
            return false;
        }
        let called = self.value(callee);
        let HostValue::Callable(called) = called else { return false };
        matches!(&*called, Callable::Library { name, .. } if ITERATORS.contains(&name.as_str()))
    }

    /// Whether nothing of the program has this name.
    pub(crate) fn is_bound_nowhere(&self, name: &str) -> bool {
        self.scopes.around(self.scope()).all(|scope| self.scopes.binding(scope, name).is_none())
    }
}
