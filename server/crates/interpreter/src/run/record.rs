//! What was found for names and expressions, in the order in which it was found.

use std::ops::Range;

use layout_algebra::proof::Verdict;
use layoutlens_host_value::{call::Computed, evaluation::VariableKind, function::Callable, value::HostValue};
use layoutlens_operation::Value;
use layoutlens_syntax::{Expr, ExprKind, Name};

use crate::state::{
    interpreter::Interpreter,
    records::{Found, NodeRecord, VariableRecord},
    scope::Place,
};

/// Whether it is what an access to memory costs.
fn is_counted(computed: &Computed) -> bool {
    let evaluated = computed.evaluated.as_deref();
    evaluated.is_some_and(|evaluated| {
        matches!(evaluated.value, Value::Finding(_)) && evaluated.verdict == Verdict::Proved
    })
}

impl Interpreter<'_> {
    /// Records what a declared name stands for. Names of other files have no answers.
    pub(crate) fn record(
        &mut self,
        name: &Name,
        statement: Range<usize>,
        kind: VariableKind,
        computed: &Computed,
        until: usize,
    ) {
        // A name that a macro declares stands nowhere.
        if !self.file().is_main() || name.range.is_empty() {
            return;
        }
        let visible = name.range.start..until.max(name.range.end);
        let found = self.found(computed);
        let lambda = self.lambda_of(&found.value);
        self.records.variables.push(VariableRecord {
            name: name.clone(),
            statement,
            kind,
            visible,
            lambda,
            found,
        });
    }

    /// Where the lambda of the first file begins that a value is.
    fn lambda_of(&self, value: &HostValue) -> Option<usize> {
        let HostValue::Callable(callable) = value else { return None };
        let Callable::Functions { overloads, scope, .. } = &**callable else { return None };
        let [only] = overloads.as_slice() else { return None };
        let is_own = self.scopes.get(scope.id).is_some_and(|scope| scope.file.is_main());
        (is_own && only.name.text.is_empty()).then_some(only.range.start)
    }

    /// Records `self.x = e`.
    pub(crate) fn record_field(&mut self, target: &Expr, place: &Place) {
        let (ExprKind::Member { name, .. }, Place::Field(..)) = (&target.kind, place) else { return };
        let Some(binding) = self.held(place) else { return };
        let until = self.frames.top().visible_until;
        let statement = target.range.clone();
        self.record(name, statement, VariableKind::Field, &Computed::plain(binding.value), until);
    }

    /// Records the value of an expression that is worth a hover.
    pub(crate) fn record_node(&mut self, expr: &Expr, computed: &Computed) {
        // Of what is supposed, variables are answered, and what accesses cost.
        if self.suppositions.is_supposing && !is_counted(computed) {
            return;
        }
        let is_call = matches!(
            expr.kind,
            ExprKind::Invoke { .. }
                | ExprKind::Construct { .. }
                | ExprKind::Index { .. }
                | ExprKind::Specialize { .. }
        );
        let is_worth = match &computed.value {
            HostValue::Value(Value::Unknown(_) | Value::Bool(_)) => false,
            value @ HostValue::Value(_) => value.as_integer().is_none(),
            HostValue::Tensor(_) => true,
            HostValue::Type(_) => matches!(expr.kind, ExprKind::Specialize { .. }),
            _ => false,
        };
        if !is_call || !is_worth || !self.file().is_main() {
            return;
        }
        let found = self.found(computed);
        if matches!(found.evaluated.value, Value::Unknown(_)) {
            return;
        }
        self.records.nodes.push(NodeRecord { range: expr.range.clone(), found });
    }

    fn found(&mut self, computed: &Computed) -> Found {
        Found {
            value: computed.value.clone(),
            evaluated: self.shown_here(computed),
            context: self.frames.top().context,
            is_weak: self.is_guess(),
            supposed: self.suppositions.held(),
        }
    }

    /// Makes the last record of a variable one that does not count beside others.
    pub(crate) fn weaken_last_record(&mut self) {
        if let Some(record) = self.records.variables.last_mut() {
            record.found.is_weak = true;
        }
    }
}
