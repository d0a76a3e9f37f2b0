//! Classes of the program and their instances.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_syntax::program::Class;

use super::{HostValue, interpreter::Scope};

/// A class of the program, bound to its template arguments.
#[derive(Debug, Clone)]
pub struct ClassValue {
    /// Its definition.
    pub class: Arc<Class>,
    /// Template arguments by the parameters' names.
    pub template: BTreeMap<String, HostValue>,
    /// What the class sees where it is defined.
    pub scope: Arc<Scope>,
}

impl PartialEq for ClassValue {
    /// One definition with equal arguments.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.class, &other.class) && self.template == other.template
    }
}

/// An instance of a class, or a record that the library makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// Its class; `None` for a record of the library.
    pub class: Option<ClassValue>,
    /// What the library calls it: `TiledCopy`, `PipelineState`; empty for a class of the program.
    pub kind: String,
    /// Fields by name. What is not there is unknown.
    pub fields: BTreeMap<String, HostValue>,
}
