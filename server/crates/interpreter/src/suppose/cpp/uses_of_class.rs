//! How code uses its template parameters, looked for once in each class.

use std::sync::Arc;

use layoutlens_host_value::taken_apart::TakenApart;

use crate::{
    state::{address::Address, interpreter::Interpreter},
    suppose::{
        cpp::{
            name_uses::NameUses,
            taken_apart::{self, Called, functions_by_name},
            uses::Uses,
        },
        supposition::{PartsInClass, UsedInClass},
    },
};

impl<'a> Interpreter<'a> {
    /// The members that code asks of template parameters of a name.
    pub(crate) fn members_used(&mut self, uses: &Uses<'_>, name: &str) -> Vec<String> {
        let objects = uses.objects_of(name);
        self.used_names(uses, |used| members_of(used, name, &objects))
    }

    /// The numbers with which code compares template parameters of a name; 0, where it holds them against that, is the last.
    pub(crate) fn numbers_used(&mut self, uses: &Uses<'_>, name: &str) -> Vec<i64> {
        self.used_names(uses, |used| used.numbers_of(name))
    }

    /// What `answer` says of how code uses names. A class is walked through once, and not again for each of its methods.
    fn used_names<T>(&mut self, uses: &Uses<'_>, answer: impl FnOnce(&NameUses) -> T) -> T {
        let Uses::Class(class) = uses else { return answer(&NameUses::of(uses)) };
        let known = self.suppositions.used_in_classes.entry(Address::of_all(&class.members));
        let found = known
            .or_insert_with(|| UsedInClass { _of: Arc::clone(&class.members), names: NameUses::of(uses) });
        answer(&found.names)
    }

    /// What code takes of objects of the type that a template parameter stands for; of a class that is looked for once, and
    /// not again for each of its methods.
    pub(crate) fn taken_apart_of_type(&mut self, uses: &Uses<'_>, name: &str) -> Arc<TakenApart> {
        let suggestions = self.outside.libraries.suggestions;
        let called = self.functions_by_name();
        let Uses::Class(class) = uses else {
            return Arc::new(taken_apart::of_type(uses, name, &called, suggestions));
        };
        let key = (Address::of_all(&class.members), name.to_owned());
        let found = self.suppositions.class_parts.entry(key).or_insert_with(|| PartsInClass {
            _of: Arc::clone(&class.members),
            parts: Arc::new(taken_apart::of_type(uses, name, &called, suggestions)),
        });
        Arc::clone(&found.parts)
    }

    /// The functions of the first file by their names, which are looked for once.
    pub(crate) fn functions_by_name(&mut self) -> Arc<Called<'a>> {
        let main = self.files.main();
        let known = self.called.get_or_insert_with(|| Arc::new(functions_by_name(&main.program.items)));
        Arc::clone(known)
    }

    /// The members that a function or class of the first file asks of template parameters of a name. It stays where it is, and
    /// is walked through once.
    pub(crate) fn members_used_in_file(&mut self, uses: &Uses<'a>, name: &str) -> Vec<String> {
        let Uses::Function(function) = uses else { return self.members_used(uses, name) };
        let known = self.suppositions.used_in_functions.entry(Address::of(*function));
        let used = known.or_insert_with(|| NameUses::of(uses));
        members_of(used, name, &uses.objects_of(name))
    }
}

fn members_of(used: &NameUses, name: &str, objects: &[&str]) -> Vec<String> {
    used.members_of(name, objects).into_iter().map(str::to_owned).collect()
}
