//! How code uses its template parameters, looked for once in each class.

use std::sync::Arc;

use layoutlens_host_value::taken_apart::TakenApart;
use layoutlens_syntax::program::Class;

use crate::{
    state::{address::Address, interpreter::Interpreter},
    suppose::{
        cpp::{taken_apart, uses::Uses},
        supposition::{PartsInClass, UsesInClass},
    },
};

impl Interpreter<'_> {
    /// The members that code asks of template parameters of a name.
    pub(crate) fn members_used(&mut self, uses: &Uses<'_>, name: &str) -> Arc<[String]> {
        match uses {
            Uses::Class(class) => self.uses_in_class(class, name).members,
            Uses::Function(_) => owned(uses.members_of(name)),
        }
    }

    /// The numbers with which code compares template parameters of a name; 0, where it holds them against that, is the last.
    pub(crate) fn numbers_used(&mut self, uses: &Uses<'_>, name: &str) -> Arc<[i64]> {
        match uses {
            Uses::Class(class) => self.uses_in_class(class, name).numbers,
            Uses::Function(_) => numbers_of(uses, name),
        }
    }

    /// What code takes of objects of the type that a template parameter stands for; of a class that is looked for once, and
    /// not again for each of its methods.
    pub(crate) fn taken_apart_of_type(&mut self, uses: &Uses<'_>, name: &str) -> Arc<TakenApart> {
        let takes_part = self.outside.libraries.suggestions.takes_part;
        let Uses::Class(class) = uses else {
            return Arc::new(taken_apart::of_type(uses, name, takes_part));
        };
        let key = (Address::of_all(&class.members), name.to_owned());
        let found = self.suppositions.class_parts.entry(key).or_insert_with(|| PartsInClass {
            _of: Arc::clone(&class.members),
            parts: Arc::new(taken_apart::of_type(uses, name, takes_part)),
        });
        Arc::clone(&found.parts)
    }

    /// The same of a class, which is asked again for each of its methods.
    fn uses_in_class(&mut self, class: &Class, name: &str) -> UsesInClass {
        let key = (Address::of_all(&class.members), name.to_owned());
        let used = self.suppositions.class_uses.entry(key).or_insert_with(|| {
            let uses = Uses::Class(class);
            let (members, numbers) = (owned(uses.members_of(name)), numbers_of(&uses, name));
            UsesInClass { _of: Arc::clone(&class.members), members, numbers }
        });
        used.clone()
    }
}

fn numbers_of(uses: &Uses<'_>, name: &str) -> Arc<[i64]> {
    let numbers = uses.numbers_of(name).into_iter();
    numbers.chain(uses.may_be_zero(name).then_some(0)).collect()
}

fn owned(names: Vec<&str>) -> Arc<[String]> {
    names.into_iter().map(str::to_owned).collect()
}
