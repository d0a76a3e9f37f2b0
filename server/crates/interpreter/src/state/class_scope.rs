//! A class of the program in a run.

use std::sync::Arc;

use layoutlens_host_value::{object::ClassValue, scope::ScopeId, value::HostValue};
use layoutlens_syntax::program::Class;

use crate::state::context::ContextId;

/// A class with its arguments, and where its members are evaluated.
#[derive(Debug)]
pub(crate) struct ClassScope {
    pub(crate) class: ClassValue,
    /// The scope that the members see.
    pub(crate) scope: ScopeId,
    /// The call in which the class first came up.
    pub(crate) context: ContextId,
    /// What it inherits from, once that is known.
    pub(crate) bases: Option<Arc<[HostValue]>>,
}

impl ClassScope {
    /// Whether it is one of this class.
    pub(crate) fn is_of(&self, class: &Class) -> bool {
        self.class.class.range == class.range && self.class.class.name == class.name
    }
}
