//! Classes of the program and their instances.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_syntax::program::Class;

use crate::{scope::Scope, value::HostValue};

/// A class of the program, bound to its template arguments.
#[derive(Debug, Clone)]
pub struct ClassValue {
    /// Its definition.
    pub class: Arc<Class>,
    /// Template arguments by the parameters' names.
    pub template: Arc<BTreeMap<String, HostValue>>,
    /// All template arguments in order, defaults included; of a specialisation, those of the template itself.
    pub arguments: Arc<[HostValue]>,
    /// What the class sees where it is defined.
    pub scope: Scope,
    /// What Python evaluated of the annotations at the class statement, by the members' names; only of a class that
    /// one decorator of a library reads. What is not there is not known.
    pub annotations: Arc<BTreeMap<String, Annotation>>,
}

/// An annotation of a Python class as its statement evaluates it: of `Align[MemRange[T, 512], 128]` what `T` is, and what
/// `Align` and `MemRange` are.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    /// What is subscripted, the outermost first.
    pub subscripted: Vec<HostValue>,
    /// The first argument of the innermost subscript; the annotation itself where nothing is subscripted.
    pub first: HostValue,
}

impl ClassValue {
    /// A class without template arguments.
    pub fn new(class: Arc<Class>, scope: Scope) -> Self {
        Self {
            class,
            template: Arc::default(),
            arguments: Arc::default(),
            scope,
            annotations: Arc::default(),
        }
    }

    /// Its name with its template arguments, for messages and labels: `Traits<64,half_t>`.
    pub fn shown(&self) -> String {
        let parameters = self.class.template.iter().filter_map(|parameter| parameter.name.as_ref());
        let arguments: Vec<String> = match &*self.arguments {
            [] => parameters.map(|name| name.text.clone()).collect(),
            arguments => arguments.iter().map(HostValue::shown).collect(),
        };
        match arguments.is_empty() {
            true => self.class.name.text.clone(),
            false => format!("{}<{}>", self.class.name.text, arguments.join(",")),
        }
    }
}

impl PartialEq for ClassValue {
    /// One definition with equal arguments, in one place: a class in a template is another one for each of its arguments.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.class, &other.class)
            && self.scope == other.scope
            && (Arc::ptr_eq(&self.template, &other.template) || self.template == other.template)
            // Parameters without a name, `template <int> struct Rank {}`, are there only.
            && (Arc::ptr_eq(&self.arguments, &other.arguments) || self.arguments == other.arguments)
            // A class statement that is run again may see other types.
            && (Arc::ptr_eq(&self.annotations, &other.annotations) || self.annotations == other.annotations)
    }
}

/// A record that the library makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// Its class, for a record of a class of the program.
    pub class: Option<ClassValue>,
    /// What the library calls it: `TiledCopy`, `PipelineState`.
    pub kind: String,
    /// Fields by name. What is not there is unknown.
    pub fields: BTreeMap<String, HostValue>,
}

/// Which instance it is of the interpreter that made it; without meaning elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(usize);

impl InstanceId {
    /// The instance that was made after so many others.
    pub fn after(others: usize) -> Self {
        Self(others)
    }

    /// How many instances were made before it.
    pub fn index(self) -> usize {
        self.0
    }
}

/// An instance of a class of the program. Its fields may change: they live in the interpreter that made it.
#[derive(Debug, Clone)]
pub struct Instance {
    /// Its class.
    pub class: ClassValue,
    /// Which instance it is.
    pub id: InstanceId,
}

impl PartialEq for Instance {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.class == other.class
    }
}
