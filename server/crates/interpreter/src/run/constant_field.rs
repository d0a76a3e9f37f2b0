//! The fields that a class declares `const`: nothing writes them once the object is made.

use rustc_hash::FxHashSet;

use layoutlens_host_value::object::ClassValue;
use layoutlens_syntax::program::DeclarationKind;

use crate::{
    code::member::{Member, each_member},
    state::{interpreter::Interpreter, scope::Place},
};

impl Interpreter<'_> {
    /// Whether a class declares a field of its own `const`.
    pub(crate) fn is_constant_field(&self, class: &ClassValue, name: &str) -> bool {
        let mut is_constant = false;
        self.each_constant_field(class, |own| is_constant |= own == name);
        is_constant
    }

    /// Whether a field is declared `const` and holds nothing that changes all the same.
    pub(crate) fn is_kept_constant(&self, class: &ClassValue, name: &str, place: &Place) -> bool {
        self.is_constant_field(class, name)
            && !self.held_value(place).is_some_and(|held| self.changes_though_constant(held))
    }

    /// The fields of its own that a class declares `const`.
    pub(crate) fn constant_fields(&self, class: &ClassValue) -> FxHashSet<String> {
        let mut all = FxHashSet::default();
        self.each_constant_field(class, |own| {
            all.insert(own.to_owned());
        });
        all
    }

    fn each_constant_field(&self, class: &ClassValue, mut visit: impl FnMut(&str)) {
        each_member(&class.class.members, &self.choices, &mut |member, open| {
            if let Member::Declaration(_, declaration) = member
                && open.is_none()
                && declaration.kind == DeclarationKind::Constant
            {
                declaration.names.iter().for_each(|own| visit(&own.text));
            }
        });
    }
}
