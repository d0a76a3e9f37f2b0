//! The fields of an object of a class of the program of which nothing but the class is known: each by its declared type.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{object::ClassValue, value::HostValue};
use layoutlens_syntax::program::Declaration;

use crate::{
    code::member::{Member, each_member},
    run::class::MAX_BASES,
    state::interpreter::Interpreter,
    value::class_of::class_of,
};

/// How many fields an object has of which the types are asked.
const MAX_FIELDS: usize = 256;

/// A field of a class.
#[derive(Clone, Copy)]
pub(crate) struct DeclaredField<'a> {
    pub(crate) name: &'a str,
    /// Its type as it is declared, without the pointer's star.
    pub(crate) of: &'a HostValue,
    pub(crate) is_pointer: bool,
}

impl Interpreter<'_> {
    /// A new object of a class; what a field of it, or of what it inherits, holds is what `value` says.
    pub(crate) fn object_by_types(
        &mut self,
        class: &ClassValue,
        value: &mut dyn FnMut(&mut Self, DeclaredField<'_>) -> HostValue,
    ) -> HostValue {
        let mut fields = BTreeMap::new();
        let mut classes = vec![class.clone()];
        // What it inherits is there before its own.
        let mut next = 0;
        while let Some(of) = classes.get(next).cloned().filter(|_| next < MAX_BASES) {
            classes.extend(self.bases_of(&of).iter().filter_map(class_of).cloned());
            next += 1;
        }
        for of in classes.iter().rev() {
            self.own_fields_by_types(of, value, &mut fields);
        }
        self.new_instance(class, fields)
    }

    /// The fields that a class itself declares.
    fn own_fields_by_types(
        &mut self,
        class: &ClassValue,
        value: &mut dyn FnMut(&mut Self, DeclaredField<'_>) -> HostValue,
        fields: &mut BTreeMap<String, HostValue>,
    ) {
        let scope = self.class_scope(class);
        let definition = Arc::clone(&class.class);
        let mut declared: Vec<&Declaration> = Vec::new();
        each_member(&definition.members, &self.choices, &mut |member, _| {
            if let Member::Declaration(_, declaration) = member
                && self.is_field(declaration)
            {
                declared.push(declaration);
            }
        });
        for declaration in declared {
            let Some(of) = &declaration.declared_type else { continue };
            if fields.len() >= MAX_FIELDS {
                break;
            }
            let of = self.in_class(scope, class, |this| this.value(of));
            for name in &declaration.names {
                let field = DeclaredField { name: &name.text, of: &of, is_pointer: declaration.is_pointer };
                let value = value(self, field);
                fields.insert(name.text.clone(), value);
            }
        }
    }
}
