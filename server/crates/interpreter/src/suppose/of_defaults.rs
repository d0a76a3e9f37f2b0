//! Objects that are supposed: those that their class makes without arguments.

use layoutlens_host_value::{call::CallArgument, object::ClassValue, value::HostValue};
use layoutlens_syntax::{Expr, Name};

use crate::{
    python::record_class::Maker,
    run::instance::constructor_of,
    state::{given::Given, interpreter::Interpreter},
    suppose::{
        annotated::{Kind, is_optional, kind},
        given::MAX_DEPTH,
        told::last_name,
    },
    value::class_of,
};

impl Interpreter<'_> {
    /// An object of a class of the program that its constructor makes without arguments.
    pub(super) fn object_of_defaults(&mut self, class: &Expr) -> Option<HostValue> {
        let class_value = self.value(class);
        let class_value = class_of::class_of(&class_value)?.clone();
        let given = self.types_instead_of_none(&class_value);
        Some(self.instance(&class_value, given, class.range.clone()).value)
    }

    /// `acc_dtype: Type[Numeric] = None`: what is a type by its annotation is one wherever it is used, whatever it is by
    /// default.
    fn types_instead_of_none(&mut self, class: &ClassValue) -> Vec<Given> {
        let convention = self.outside.libraries.convention;
        let mut given = Vec::new();
        for (name, declared) in self.none_by_default(class) {
            let is_type = matches!(kind(convention, &declared, MAX_DEPTH), Some(Kind::Type));
            if !is_type || is_optional(&declared) {
                continue;
            }
            let text = format!("{}.{}", class.class.name.text, name.text);
            let path = Name { text, range: name.range.clone() };
            let slot = self.suppositions.picks.slot_of_attribute(&path.text);
            let Some((value, is)) = self.supposed_of_kind(&Kind::Type, &path, slot, false) else { continue };
            self.suppose_named(path.text, is);
            given.push(Given::of(CallArgument { keyword: Some(name.text), value, range: 0..0 }));
        }
        given
    }

    /// What the constructor of a class takes that has an annotation and is `None` by default.
    fn none_by_default(&mut self, class: &ClassValue) -> Vec<(Name, Expr)> {
        let is_none = |default: &Expr| last_name(default) == Some("None");
        match self.maker(class) {
            Some(Maker::Constructor) => {
                let parameters = constructor_of(&class.class).into_iter().flat_map(|own| &own.parameters);
                let of_none = parameters.filter(|parameter| parameter.default.as_ref().is_some_and(is_none));
                of_none
                    .filter_map(|parameter| Some((parameter.name.clone()?, parameter.declared_type.clone()?)))
                    .collect()
            }
            Some(Maker::Dataclass) => self.fields_by_default(class, is_none),
            Some(Maker::NamedTuple) | None => Vec::new(),
        }
    }
}
