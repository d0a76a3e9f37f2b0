//! What was found for names and expressions, in the order in which it was found.

use std::{ops::Range, sync::Arc};

use layoutlens_syntax::{Expr, ExprKind, Name};

use super::{
    super::{Computed, HostValue, VariableKind},
    Interpreter,
    context::ContextId,
    scope::Place,
    suppose::Supposition,
};
use crate::invariant::invariant;
use crate::{Evaluated, Value};

/// A log of findings; a stretch of code that is run again takes its own back first.
#[derive(Debug, Default)]
pub(super) struct Records {
    pub(super) variables: Vec<VariableRecord>,
    pub(super) nodes: Vec<NodeRecord>,
}

/// One value of a declared name.
#[derive(Debug)]
pub(super) struct VariableRecord {
    pub(super) name: Name,
    pub(super) statement: Range<usize>,
    pub(super) kind: VariableKind,
    pub(super) visible: Range<usize>,
    pub(super) found: Found,
}

/// One value of an expression.
#[derive(Debug)]
pub(super) struct NodeRecord {
    pub(super) range: Range<usize>,
    pub(super) found: Found,
}

/// A value and the calls that led to it.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) value: HostValue,
    pub(super) evaluated: Evaluated,
    pub(super) context: ContextId,
    /// Whether it does not count beside what is known when nothing is known here: of a field of no object, in a
    /// template that nothing was seen to instantiate.
    pub(super) is_weak: bool,
    /// What it may rest on besides the program.
    pub(super) supposed: Option<Arc<Vec<Supposition>>>,
}

impl Records {
    /// How many findings there are, to come back to.
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.variables.len(), self.nodes.len())
    }

    /// Takes out what was found since.
    pub(super) fn split_off(&mut self, (variables, nodes): (usize, usize)) -> Self {
        let (all_variables, all_nodes) = self.mark();
        if variables > all_variables || nodes > all_nodes {
            return invariant!(
                Self::default(),
                "finding {variables} of {all_variables}, {nodes} of {all_nodes}"
            );
        }
        Self { variables: self.variables.split_off(variables), nodes: self.nodes.split_off(nodes) }
    }

    /// Forgets what was found since.
    pub(super) fn take_back(&mut self, (variables, nodes): (usize, usize)) {
        self.variables.truncate(variables);
        self.nodes.truncate(nodes);
    }
}

impl Interpreter<'_> {
    /// Records what a declared name stands for. Names of other files have no answers.
    pub(super) fn record(
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
        self.records.variables.push(VariableRecord { name: name.clone(), statement, kind, visible, found });
    }

    /// Records `self.x = e`.
    pub(super) fn record_field(&mut self, target: &Expr, place: &Place) {
        let (ExprKind::Member { name, .. }, Place::Field(..)) = (&target.kind, place) else { return };
        let Some(binding) = self.held(place) else { return };
        let until = self.frames.top().visible_until;
        let statement = target.range.clone();
        self.record(name, statement, VariableKind::Field, &Computed::plain(binding.value), until);
    }

    /// Records the value of an expression that is worth a hover.
    pub(super) fn record_node(&mut self, expr: &Expr, computed: &Computed) {
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
    pub(super) fn weaken_last_record(&mut self) {
        if let Some(record) = self.records.variables.last_mut() {
            record.found.is_weak = true;
        }
    }
}
