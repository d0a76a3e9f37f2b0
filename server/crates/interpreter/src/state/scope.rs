//! Scopes and the names bound in them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use layoutlens_host_value::{
    invariant,
    object::{ClassValue, InstanceId},
    scope::{Scope, ScopeId},
    value::HostValue,
};
use layoutlens_syntax::program::TemplateParameter;

use crate::{
    state::{began::Began, file::FileId, number_type::NumberType},
    value::sequence,
};

/// All scopes of one evaluation. They are freed together, so that a function may see the scope that holds it.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    all: Vec<ScopeData>,
    /// The latest scope that something holds which may outlive its function: a lambda, a class.
    last_captured: Option<ScopeId>,
}

/// One scope.
#[derive(Debug)]
pub(crate) struct ScopeData {
    pub(crate) parent: Option<ScopeId>,
    pub(crate) kind: ScopeKind,
    /// The file whose code it belongs to.
    pub(crate) file: FileId,
    bindings: FxHashMap<Arc<str>, Binding>,
    /// Whether it ever bound what may be, or hold, a list of Python.
    held_sequences: bool,
}

/// What a scope belongs to.
#[derive(Debug, Clone)]
pub(crate) enum ScopeKind {
    /// A file: names are looked up among its definitions, too.
    File,
    /// A class: members are evaluated when they are asked for.
    Class(ClassValue),
    /// An object, whose fields a method sees as names.
    Object(HostValue),
    /// The parameters and variables of a function.
    Function,
    /// A block inside a function.
    Block,
}

/// A name's value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Binding {
    pub(crate) value: HostValue,
    /// What the name refers to, for a C++ reference.
    pub(crate) refers_to: Option<Place>,
    /// Where the name is declared.
    pub(crate) declared: usize,
    /// The integer type that it is declared with.
    pub(crate) of_type: Option<NumberType>,
    /// Whether it cannot be assigned again.
    pub(crate) is_constant: bool,
    /// Whether the value is the tuple of a pack's elements.
    pub(crate) is_pack: bool,
}

/// Something that can be assigned.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    /// A name in a scope.
    Variable(ScopeId, Arc<str>),
    /// A field of an instance.
    Field(InstanceId, Arc<str>),
}

impl Place {
    /// Its name in its scope or object.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Variable(_, name) | Self::Field(_, name) => name,
        }
    }

    /// Whether it was there when a call began.
    pub(crate) fn is_older_than(&self, began: Began) -> bool {
        match self {
            Self::Variable(scope, _) => *scope < began.scopes,
            Self::Field(instance, _) => *instance < began.instances,
        }
    }
}

impl Binding {
    /// A variable.
    pub(crate) fn variable(value: HostValue, declared: usize) -> Self {
        Self { value, refers_to: None, declared, of_type: None, is_constant: false, is_pack: false }
    }

    /// The same with another value.
    pub(crate) fn with(&self, value: HostValue) -> Self {
        let Self { value: _, refers_to, declared, of_type, is_constant, is_pack } = self;
        Self {
            value,
            refers_to: refers_to.clone(),
            declared: *declared,
            of_type: *of_type,
            is_constant: *is_constant,
            is_pack: *is_pack,
        }
    }

    /// A parameter of a template.
    pub(crate) fn parameter(value: HostValue, parameter: &TemplateParameter) -> Self {
        let declared = match &parameter.name {
            Some(name) => name.range.start,
            // No declaration begins there.
            None => invariant!(usize::MAX, "a parameter without a name is bound"),
        };
        Self { is_pack: parameter.is_pack, ..Self::variable(as_argument(value, parameter), declared) }
    }
}

/// What a parameter of a template makes of its argument: a number for a `bool` is whether it is not 0.
pub(crate) fn as_argument(value: HostValue, parameter: &TemplateParameter) -> HostValue {
    match value.known_int() {
        Some(number) if parameter.is_truth() && !parameter.is_pack && number != 0 => HostValue::static_int(1),
        _ => value,
    }
}

impl Scopes {
    /// A new scope inside `parent`.
    pub(crate) fn open(&mut self, parent: Option<ScopeId>, kind: ScopeKind, file: FileId) -> ScopeId {
        let id = self.next();
        self.all.push(ScopeData {
            parent,
            kind,
            file,
            bindings: FxHashMap::default(),
            held_sequences: false,
        });
        id
    }

    /// A handle for what sees the scope from elsewhere.
    pub(crate) fn captured(&mut self, id: ScopeId) -> Scope {
        self.last_captured = self.last_captured.max(Some(id));
        Scope { id }
    }

    /// Drops what the scopes from this one on bind, behind the function that opened them, unless something holds one of
    /// them. None of them is looked at again, and names are looked for in fewer.
    pub(crate) fn leave(&mut self, first: ScopeId) {
        if self.last_captured.is_none_or(|captured| captured < first) {
            self.all.iter_mut().skip(first.index()).for_each(|scope| scope.bindings = FxHashMap::default());
        }
    }

    /// The one that is opened next: later ones are this one or larger.
    pub(crate) fn next(&self) -> ScopeId {
        ScopeId::after(self.all.len())
    }

    /// A scope that [`open`](Self::open) gave; `None` of [`ScopeId::NOWHERE`], in which nothing is bound.
    pub(crate) fn get(&self, scope: ScopeId) -> Option<&ScopeData> {
        match self.all.get(scope.index()) {
            None if scope != ScopeId::NOWHERE => {
                invariant!(None, "{scope:?} of {} was not opened", self.all.len())
            }
            found => found,
        }
    }

    /// The file whose code it belongs to.
    pub(crate) fn file_of(&self, scope: ScopeId) -> FileId {
        match self.get(scope) {
            Some(data) => data.file,
            None => invariant!(FileId::NOWHERE, "{scope:?} of {} belongs to no file", self.all.len()),
        }
    }

    /// The name as this scope itself binds it.
    pub(crate) fn binding(&self, scope: ScopeId, name: &str) -> Option<&Binding> {
        self.get(scope)?.bindings.get(name)
    }

    /// The place of a name that this scope itself binds.
    pub(crate) fn place(&self, scope: ScopeId, name: &str) -> Option<Place> {
        let (name, _) = self.get(scope)?.bindings.get_key_value(name)?;
        Some(Place::Variable(scope, Arc::clone(name)))
    }

    /// The names that a scope itself binds.
    pub(crate) fn bindings(&self, scope: ScopeId) -> impl Iterator<Item = (&str, &Binding)> {
        let bindings = self.get(scope).map(|scope| &scope.bindings);
        bindings.into_iter().flatten().map(|(name, binding)| (&**name, binding))
    }

    /// Binds a name and gives what it was bound to before.
    pub(crate) fn bind(&mut self, scope: ScopeId, name: &str, binding: Option<Binding>) -> Option<Binding> {
        self.bind_as(scope, name, || name.into(), binding)
    }

    /// As [`bind`](Self::bind), without a copy of the name.
    pub(crate) fn bind_shared(
        &mut self,
        scope: ScopeId,
        name: &Arc<str>,
        binding: Option<Binding>,
    ) -> Option<Binding> {
        self.bind_as(scope, name, || Arc::clone(name), binding)
    }

    fn bind_as(
        &mut self,
        scope: ScopeId,
        name: &str,
        shared: impl FnOnce() -> Arc<str>,
        binding: Option<Binding>,
    ) -> Option<Binding> {
        let count = self.all.len();
        let Some(data) = self.all.get_mut(scope.index()) else {
            return invariant!(None, "`{name}` is bound in {scope:?} of {count}");
        };
        data.held_sequences |= binding.as_ref().is_some_and(|binding| sequence::is_sequence(&binding.value));
        let bindings = &mut data.bindings;
        match binding {
            Some(binding) => match bindings.get_mut(name) {
                Some(old) => Some(std::mem::replace(old, binding)),
                None => bindings.insert(shared(), binding),
            },
            None => bindings.remove(name),
        }
    }

    /// All of them.
    pub(crate) fn each(&self) -> impl Iterator<Item = ScopeId> + use<> {
        (0..self.all.len()).map(ScopeId::after)
    }

    /// The scopes that may bind a list of Python, or what holds one.
    pub(crate) fn with_sequences(&self) -> impl Iterator<Item = ScopeId> {
        self.all
            .iter()
            .enumerate()
            .filter(|(_, scope)| scope.held_sequences)
            .map(|(index, _)| ScopeId::after(index))
    }

    /// The scope itself and those around it, innermost first.
    pub(crate) fn around(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
        std::iter::successors(Some(scope), |scope| self.get(*scope)?.parent)
    }
}
