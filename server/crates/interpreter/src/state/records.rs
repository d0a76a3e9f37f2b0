//! What was found for names and expressions, in the order in which it was found.

use std::{ops::Range, sync::Arc};

use layoutlens_host_value::{
    evaluation::VariableKind, invariant, supposition::Supposition, value::HostValue,
};
use layoutlens_operation::Evaluated;
use layoutlens_syntax::Name;

use crate::state::context::ContextId;

/// A log of findings; a stretch of code that is run again takes its own back first.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) variables: Vec<VariableRecord>,
    pub(crate) nodes: Vec<NodeRecord>,
}

/// One value of a declared name.
#[derive(Debug, Clone)]
pub(crate) struct VariableRecord {
    pub(crate) name: Name,
    pub(crate) statement: Range<usize>,
    pub(crate) kind: VariableKind,
    pub(crate) visible: Range<usize>,
    /// Where the lambda of the first file begins that the value is: the value itself is that of the revision in which it was
    /// found.
    pub(crate) lambda: Option<usize>,
    pub(crate) found: Found,
}

/// One value of an expression.
#[derive(Debug, Clone)]
pub(crate) struct NodeRecord {
    pub(crate) range: Range<usize>,
    pub(crate) found: Found,
}

/// A value and the calls that led to it.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) value: HostValue,
    pub(crate) evaluated: Evaluated,
    pub(crate) context: ContextId,
    /// Whether it does not count beside what is known when nothing is known here: of a field of no object, in a
    /// template that nothing was seen to instantiate.
    pub(crate) is_weak: bool,
    /// What it may rest on besides the program.
    pub(crate) supposed: Option<Arc<Vec<Supposition>>>,
}

impl Records {
    /// How many findings there are, to come back to.
    pub(crate) fn mark(&self) -> (usize, usize) {
        (self.variables.len(), self.nodes.len())
    }

    /// Takes out what was found since.
    pub(crate) fn split_off(&mut self, (variables, nodes): (usize, usize)) -> Self {
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
    pub(crate) fn take_back(&mut self, (variables, nodes): (usize, usize)) {
        self.variables.truncate(variables);
        self.nodes.truncate(nodes);
    }
}
