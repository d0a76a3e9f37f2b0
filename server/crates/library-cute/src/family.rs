//! How a library is put together: families of names, each in a file of its own.

use layoutlens_host_value::{
    call::{Call, LibraryFunction, Outcome},
    library::{AskingTemplate, Fields, Library, unknown},
    types::HostType,
    value::HostValue,
};
use layoutlens_operation::Refusal;
use layoutlens_syntax::BinaryOperator;

/// What a template of types is with its arguments; `None` where there is no such template.
type Specialized = Option<Result<HostValue, Refusal>>;

/// Names that belong together: those of layouts, of tensors, of tiled copies. Each entry answers `None` for what is not
/// its family's.
pub struct Family {
    /// See [`Library::function`].
    pub function: fn(&str) -> Option<LibraryFunction>,
    /// See [`Library::function_names`].
    pub function_names: fn() -> Vec<&'static str>,
    /// See [`Library::method`].
    pub method: fn(&HostValue, &str) -> Option<LibraryFunction>,
    /// See [`Library::member`].
    pub member: fn(&HostValue, &str) -> Option<HostValue>,
    /// See [`Library::named`].
    pub named: fn(&str) -> Option<HostValue>,
    /// See [`Library::specialized`].
    pub specialized: fn(&str, &[HostValue]) -> Specialized,
    /// See [`Library::asking_template`].
    pub asking_template: fn(&str) -> Option<AskingTemplate>,
    /// See [`Library::fields`].
    pub fields: fn(&HostValue) -> Option<Fields>,
    /// See [`Library::construct`].
    pub construct: fn(&HostType, &Call<'_>) -> Option<Outcome>,
    /// See [`Library::apply`].
    pub apply: fn(&HostValue, &Call<'_>) -> Option<Outcome>,
    /// See [`Library::binary`].
    pub binary: fn(BinaryOperator, &HostValue, &HostValue) -> Option<Outcome>,
}

impl Family {
    /// A family of nothing, to be filled in: `Family { function, ..Family::NONE }`.
    pub const NONE: Self = Self {
        function: |_| None,
        function_names: Vec::new,
        method: |_, _| None,
        member: |_, _| None,
        named: |_| None,
        specialized: |_, _| None,
        asking_template: |_| None,
        fields: |_| None,
        construct: |_, _| None,
        apply: |_, _| None,
        binary: |_, _, _| None,
    };
}

/// Libraries as lists of families: the first family that knows a name says what it is.
pub struct Families(pub &'static [&'static [Family]]);

impl Families {
    /// The families, in the order in which they are asked.
    fn all(&self) -> impl Iterator<Item = &'static Family> {
        self.0.iter().copied().flatten()
    }
}

impl Library for Families {
    fn function(&self, name: &str) -> Option<LibraryFunction> {
        self.all().find_map(|family| (family.function)(name))
    }

    fn function_names(&self) -> Vec<&'static str> {
        self.all().flat_map(|family| (family.function_names)()).collect()
    }

    fn method(&self, receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
        self.all().find_map(|family| (family.method)(receiver, name))
    }

    fn member(&self, receiver: &HostValue, name: &str) -> Option<HostValue> {
        self.all().find_map(|family| (family.member)(receiver, name))
    }

    fn named(&self, name: &str) -> Option<HostValue> {
        self.all().find_map(|family| (family.named)(name))
    }

    fn specialized(&self, name: &str, arguments: &[HostValue]) -> Option<Result<HostValue, Refusal>> {
        self.all().find_map(|family| (family.specialized)(name, arguments))
    }

    fn asking_template(&self, name: &str) -> Option<AskingTemplate> {
        self.all().find_map(|family| (family.asking_template)(name))
    }

    fn fields(&self, class: &HostValue) -> Option<Fields> {
        self.all().find_map(|family| (family.fields)(class))
    }

    fn construct(&self, constructed: &HostType, call: &Call<'_>) -> Outcome {
        let mut made = self.all().filter_map(|family| (family.construct)(constructed, call));
        made.next().unwrap_or_else(|| unknown("an instance of this type is not computed"))
    }

    fn apply(&self, callee: &HostValue, call: &Call<'_>) -> Outcome {
        let mut applied = self.all().filter_map(|family| (family.apply)(callee, call));
        applied.next().unwrap_or_else(|| unknown("calling this value is not computed"))
    }

    fn binary(&self, operator: BinaryOperator, left: &HostValue, right: &HostValue) -> Outcome {
        let mut computed = self.all().filter_map(|family| (family.binary)(operator, left, right));
        computed.next().unwrap_or_else(|| unknown("this operator is not computed here"))
    }
}

/// The names in a table of a family.
pub fn names<F>(table: &'static [(&'static str, F)]) -> impl Iterator<Item = &'static str> {
    table.iter().map(|(name, _)| *name)
}

/// The function of this name in a table of a family.
pub fn find<F: Copy + Into<LibraryFunction>>(table: &[(&str, F)], name: &str) -> Option<LibraryFunction> {
    table.iter().find(|(known, _)| *known == name).map(|(_, function)| (*function).into())
}
