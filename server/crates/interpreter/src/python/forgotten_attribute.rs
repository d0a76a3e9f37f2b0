//! Attributes of Python objects and classes that are no longer certain.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::{
    object::{ClassValue, Instance},
    value::HostValue,
};
use layoutlens_syntax::program::{Item, StatementKind};

use crate::{
    state::{
        interpreter::Interpreter,
        own_objects::OwnObjects,
        scope::{Binding, Place},
    },
    value::class_of::class_of,
};

impl Interpreter<'_> {
    /// An attribute of some object or class is written, it is not known of which.
    pub(crate) fn forget_attribute(&mut self, name: &str) {
        self.forget_attributes(&std::iter::once(name.to_owned()).collect());
    }

    /// As [`forget_attribute`](Self::forget_attribute), for each of these names.
    pub(crate) fn forget_attributes(&mut self, names: &FxHashSet<String>) {
        let mut places: Vec<Place> = Vec::new();
        self.attributes_of(|name, _| names.contains(name), |_| names.contains("*"), &mut places);
        let is_written = |name: &str| names.contains(name) || names.contains("*") && !name.starts_with("__");
        for scope in self.files.scopes() {
            let is_variable =
                |binding: &Binding| !matches!(binding.value, HostValue::Module(_) | HostValue::Callable(_));
            let is_type = |binding: &Binding| matches!(binding.value, HostValue::Type(_));
            let bound = self.scopes.bindings(scope);
            let written = bound.filter(|(name, binding)| {
                (names.contains(*name) || is_written(name) && !is_type(binding)) && is_variable(binding)
            });
            places.extend(written.map(|(name, _)| Place::Variable(scope, name.into())));
        }
        self.forget_attributes_at(places);
    }

    /// Methods of classes may have written attributes of the objects that they were called on: `own` says of which classes, by
    /// the attributes' names.
    pub(crate) fn forget_own_attributes(
        &mut self,
        own: &FxHashMap<String, FxHashSet<String>>,
        own_objects: &OwnObjects<'_>,
    ) {
        let is_of = |name: &str, class: &str| {
            let mut classes = own.get(name).into_iter().flatten();
            classes.any(|one| own_objects.are_related(one, class))
        };
        let mut places: Vec<Place> = Vec::new();
        self.attributes_of(is_of, |class| is_of("*", class), &mut places);
        self.forget_attributes_at(places);
    }

    /// Where objects and classes have an attribute of which `is_it` says, by its name and the class's, that it is sought;
    /// `and_any`, by the class's name: whatever else they hold that is no function.
    fn attributes_of(
        &mut self,
        is_it: impl Fn(&str, &str) -> bool,
        and_any: impl Fn(&str) -> bool,
        places: &mut Vec<Place>,
    ) {
        for (index, fields) in self.instances.each() {
            let class = self.instances.made_of(index).map_or("", |class| class.class.name.text.as_str());
            let found = fields.iter().filter(|(name, value)| {
                is_it(name, class)
                    || !name.starts_with("__") && !matches!(value, HostValue::Callable(_)) && and_any(class)
            });
            places.extend(found.map(|(name, _)| Place::Field(index, name.as_str().into())));
        }
        let mut classes: Vec<ClassValue> =
            self.class_scopes.iter().map(|known| known.class.clone()).collect();
        // A class of which nothing was asked yet has them, too.
        for scope in self.files.scopes() {
            let bound = self.scopes.bindings(scope).filter_map(|(_, binding)| class_of(&binding.value));
            let unasked = bound.filter(|class| self.class_scopes.iter().all(|known| known.class != **class));
            classes.extend(unasked.cloned());
        }
        for class in classes {
            let named = Arc::clone(&class.class);
            let is_it = |name: &&String| is_it(name, &named.name.text);
            let own: Vec<String> = self.member_names(&class).iter().filter(is_it).cloned().collect();
            let own = match and_any(&named.name.text) {
                true => own.into_iter().chain(declared(&class)).collect(),
                false => own,
            };
            if !own.is_empty() {
                let scope = self.class_scope(&class);
                places.extend(own.into_iter().map(|name| Place::Variable(scope, name.into())));
            }
        }
    }

    fn forget_attributes_at(&mut self, mut places: Vec<Place>) {
        // Maps have no order that can be relied on, and reasons of values should be the same each time.
        places.sort_unstable();
        self.count_steps(places.len());
        for place in places {
            let value =
                HostValue::unknown(format!("`{}` of an object that is not known is assigned", place.name()));
            self.put(&place, Some(Binding::variable(value, 0)));
        }
    }

    /// Some attribute of some object or class is written, it is not known which.
    pub(crate) fn forget_all_attributes(&mut self) {
        if !self.supposes_nothing_unnamed() {
            self.forget_attribute("*");
        }
    }

    /// A class comes into the hands of code that is not known: no attribute of it is certain.
    pub(crate) fn forget_class(&mut self, class: &ClassValue) {
        let scope = self.class_scope(class);
        let mut names = declared(class);
        let bound = self.scopes.bindings(scope);
        names.extend(
            bound
                .filter(|(_, binding)| !matches!(binding.value, HostValue::Callable(_)))
                .map(|(name, _)| name.to_owned()),
        );
        for name in names {
            let value = HostValue::unknown("it may be assigned where that is not seen");
            self.put(&Place::Variable(scope, name.into()), Some(Binding::variable(value, 0)));
        }
    }

    /// No field of an object is certain; `and_class`: nor what its class has in the place of one.
    pub(crate) fn forget_fields(&mut self, instance: &Instance, and_class: bool) {
        let reason = "it may be assigned where that is not seen";
        let fields = self.instances.of(instance.id).iter();
        let mut names: Vec<String> = fields
            .filter(|(_, value)| !matches!(value, HostValue::Callable(_)))
            .map(|(name, _)| name.clone())
            .collect();
        if and_class {
            names.extend(declared(&instance.class));
        }
        for name in names {
            let place = Place::Field(instance.id, name.into());
            self.put(&place, Some(Binding::variable(HostValue::unknown(reason), 0)));
        }
    }
}

/// The names that the body of a class assigns.
fn declared(class: &ClassValue) -> Vec<String> {
    let mut names = Vec::new();
    for member in class.class.members.iter() {
        if let Item::Statement(statement) = member
            && let StatementKind::Declare(declaration) = &statement.kind
        {
            names.extend(declaration.names.iter().map(|name| name.text.clone()));
        }
    }
    names
}
