//! Packs: `f(xs)...`, `(... + xs)`.

use layoutlens_host_value::{
    call::Computed,
    types::{type_of, without_reference},
    value::HostValue,
};
use layoutlens_operation::Value;
use layoutlens_syntax::{
    BinaryOperator, Expr, ExprKind,
    program::{Argument, Function, Parameter},
};

use crate::{
    code::walk,
    limits::MAX_ELEMENTS,
    state::{
        interpreter::Interpreter,
        scope::{Binding, ScopeKind},
    },
    value::{sequence, unknown::unknown},
};

/// A pack by its name.
type Pack = (String, Vec<HostValue>);

impl Interpreter<'_> {
    /// The values of `pattern...`, or of Python's `*list`.
    pub(crate) fn expansion_of(&mut self, pattern: &Expr) -> Result<Vec<HostValue>, String> {
        let not_known = || "the elements of a pack are not known".to_owned();
        if self.is_python() {
            let pack = self.value(pattern);
            let pack = self.opened(pack);
            return sequence::iterated(&pack)
                .ok_or_else(|| pack.unknown_reason().map_or_else(not_known, str::to_owned));
        }
        let packs = self.packs_in(pattern);
        let Some((_, first)) = packs.first() else {
            // Of a pack of which nothing is known, not even the length is.
            self.forget_after_pattern(pattern);
            return Err(not_known());
        };
        let length = first.len();
        if length > MAX_ELEMENTS || packs.iter().any(|(_, pack)| pack.len() != length) {
            self.forget_after_pattern(pattern);
            return Err(not_known());
        }
        let mut values = Vec::with_capacity(length);
        for index in 0..length {
            let scope = self.scopes.open(Some(self.scope()), ScopeKind::Block, self.file());
            for (name, pack) in &packs {
                let Some(element) = pack.get(index) else { continue };
                self.scopes.bind(scope, name, Some(Binding::variable(element.clone(), 0)));
            }
            values.push(self.within(scope, |this| this.value(pattern)));
        }
        Ok(values)
    }

    /// A pattern is evaluated nobody knows how often: what it calls and what it is given may be written.
    pub(crate) fn forget_after_pattern(&mut self, pattern: &Expr) {
        let mut called: Vec<&Expr> = Vec::new();
        let mut given: Vec<Argument> = Vec::new();
        walk::expression(pattern, &mut |expr: &Expr| {
            if let ExprKind::Invoke { callee, arguments } = &expr.kind {
                called.push(callee);
                given.extend(arguments.iter().cloned());
                if let ExprKind::Member { base, .. } = &callee.kind {
                    given.push(Argument { keyword: None, value: Expr::clone(base) });
                }
            }
        });
        if called.is_empty() {
            return;
        }
        for callee in called {
            let value = self.without_changes(|this| this.value(callee));
            if matches!(value, HostValue::Callable(_) | HostValue::Instance(_)) {
                self.let_out(&value);
            }
        }
        self.forget_after_unread(&given);
    }

    /// `f<A, B>(x, y)` of `Ts... xs`: what a written type makes of an argument of another type is not followed.
    pub(crate) fn convert_pack(
        &mut self,
        function: &Function,
        written: &[HostValue],
        parameter: &Parameter,
        given: &mut HostValue,
    ) {
        let Some(of) = parameter.declared_type.as_ref().map(pack_of) else { return };
        let at = function.template.iter().position(|own| {
            own.is_pack
                && own
                    .name
                    .as_ref()
                    .is_some_and(|name| matches!(&of.kind, ExprKind::Name(of) if *of == name.text))
        });
        let (Some(at), Some(mut elements)) = (at, given.elements()) else { return };
        let Some(written) = written.get(at..).filter(|written| !written.is_empty()) else { return };
        for (element, written) in elements.iter_mut().zip(written) {
            let own = without_reference(type_of(element));
            if !(self.outside.libraries.types.is_same)(&own, written).is_ok_and(|is_same| is_same) {
                self.expose_object(element);
                *element = HostValue::unknown("what the type that is written makes of it is not followed");
            }
        }
        *given = HostValue::tuple(elements);
    }

    /// The packs that a pattern names.
    fn packs_in(&self, pattern: &Expr) -> Vec<Pack> {
        let mut packs: Vec<Pack> = Vec::new();
        walk::expression(pattern, &mut |expr: &Expr| {
            let ExprKind::Name(name) = &expr.kind else { return };
            let name = name.split("::").next().unwrap_or(name);
            if packs.iter().all(|(known, _)| known != name)
                && let Some(pack) = self.pack(name)
            {
                packs.push((name.to_owned(), pack));
            }
        });
        packs
    }

    /// The elements of the pack that a name stands for.
    pub(crate) fn pack(&self, name: &str) -> Option<Vec<HostValue>> {
        let binding = self.scopes.around(self.scope()).find_map(|scope| self.scopes.binding(scope, name))?;
        binding.value.elements().filter(|_| binding.is_pack)
    }

    /// `sizeof...(xs)`.
    pub(crate) fn length_of_pack(&self, pack: &Expr) -> Computed {
        let pack = match &pack.kind {
            ExprKind::Name(name) => self.pack(name),
            _ => None,
        };
        match pack.and_then(|pack| i64::try_from(pack.len()).ok()) {
            Some(length) => Computed::plain(HostValue::run_time_int(length)),
            None => unknown("the elements of a pack are not known"),
        }
    }

    /// `(... + xs)`, `(xs + ... + e)`.
    pub(crate) fn fold(
        &mut self,
        expr: &Expr,
        operator: BinaryOperator,
        pattern: &Expr,
        initial: Option<&Expr>,
        from_left: bool,
    ) -> Computed {
        // Of `(a + ... + b)`, the one with the pack is the pattern.
        let (pattern, initial, from_left) = match initial {
            Some(other) if self.packs_in(pattern).is_empty() => (other, Some(pattern), true),
            _ => (pattern, initial, from_left),
        };
        let initial = initial.map(|initial| self.value(initial));
        let mut values = match self.expansion_of(pattern) {
            Ok(values) => values,
            Err(reason) => return unknown(reason),
        };
        if from_left {
            values.splice(0..0, initial);
        } else {
            values.extend(initial);
            values.reverse();
        }
        if matches!(operator, BinaryOperator::And | BinaryOperator::Or) {
            return self.fold_of_conditions(operator, &values);
        }
        let mut values = values.into_iter();
        let Some(first) = values.next() else { return unknown("a fold of no elements") };
        values.fold(Computed::plain(first), |folded, next| match from_left {
            true => self.operated(operator, &folded.value, &next, &expr.range),
            false => self.operated(operator, &next, &folded.value, &expr.range),
        })
    }

    fn fold_of_conditions(&mut self, operator: BinaryOperator, values: &[HostValue]) -> Computed {
        let decisive = operator == BinaryOperator::Or;
        let truths: Vec<Option<bool>> = values.iter().map(|value| self.truth(value)).collect();
        if truths.contains(&Some(decisive)) {
            return Computed::plain(Value::Bool(decisive));
        }
        match truths.iter().all(Option::is_some) {
            true => Computed::plain(Value::Bool(!decisive)),
            false => unknown("whether this holds is not known"),
        }
    }
}

/// `Ts` of `Ts...`.
fn pack_of(declared: &Expr) -> &Expr {
    match &declared.kind {
        ExprKind::Expand(inner) => inner,
        _ => declared,
    }
}
