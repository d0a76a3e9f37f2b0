//! The objects of a class that the program makes, for which its methods are run that nothing is seen to call.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    object::{ClassValue, Instance},
    value::HostValue,
};
use layoutlens_syntax::program::Function;
use rustc_hash::FxHashSet;

use crate::{
    limits::PLACES_OF_A_STEP,
    python::hidden_write::written_fields,
    run::instance::constructor_of,
    state::{fields::Fields, interpreter::Interpreter},
};

/// For how many different objects of a class a method is run that nothing calls; for more, once for what they have in common.
const MAX_OBJECTS: usize = 4;

impl Interpreter<'_> {
    /// The objects that the program makes of a class; while they are few, one of those whose fields are the same.
    pub(crate) fn different_objects(&self, class: &ClassValue) -> Vec<Arc<Instance>> {
        let mut different: Vec<Arc<Instance>> = Vec::new();
        for object in &self.made_objects {
            if let HostValue::Instance(instance) = object
                && class_of_object(object) == Some(class)
                // Of too many it does not matter which are alike, and to compare all with all would take too long.
                && (different.len() > MAX_OBJECTS
                    || !different
                        .iter()
                        .any(|other| self.instances.of(other.id) == self.instances.of(instance.id)))
            {
                different.push(Arc::clone(instance));
            }
        }
        different
    }

    /// These objects; one with what they have in common where they are many.
    pub(crate) fn few_of(&mut self, class: &ClassValue, objects: Vec<Arc<Instance>>) -> Vec<HostValue> {
        match objects.len() > MAX_OBJECTS {
            true => vec![self.what_is_the_same(class, &objects)],
            false => objects.into_iter().map(HostValue::Instance).collect(),
        }
    }

    /// An object with what all of these have in common: to run a method for each of many would take too long, and what it
    /// gives for some of them is not what it gives.
    fn what_is_the_same(&mut self, class: &ClassValue, objects: &[Arc<Instance>]) -> HostValue {
        let all: Vec<&Fields> = objects.iter().map(|object| self.instances.of(object.id)).collect();
        let Some((first, others)) = all.split_first() else { return self.new_instance(class, Fields::new()) };
        let same =
            first.iter().filter(|(name, value)| others.iter().all(|other| other.get(*name) == Some(value)));
        let same = same.map(|(name, value)| (name.clone(), value.clone())).collect();
        let object = self.new_instance(class, same);
        self.rests_on_what_these_do(&object, objects);
        object
    }

    /// The objects of a Python class that the program makes. Where it makes none, one with the defaults of its
    /// constructor; of an object of a C++ class what its type says. Nothing is, where the method is a template of which
    /// nothing gives the arguments: all of it may be supposed then.
    pub(crate) fn objects_of(&mut self, class: &ClassValue, method: &Function) -> Vec<HostValue> {
        if self.supposes_templates() {
            return vec![self.object_of_types(class, "this")];
        }
        if !self.is_python() {
            let is_open = !method.template.is_empty()
                || class.arguments.iter().any(|argument| argument.unknown_reason().is_some());
            return vec![match is_open {
                true => self.new_instance(class, BTreeMap::new()),
                false => self.some_object_of(class),
            }];
        }
        self.count_steps(self.made_objects.len() / PLACES_OF_A_STEP);
        let mut made = self.different_objects(class);
        if self.suppositions.is_open && self.suppositions.is_supposing {
            // What differs between many, or is given by a call of which not all is known, the constructor supposes.
            match made.len() > MAX_OBJECTS {
                true => made.clear(),
                false => made.retain(|object| !self.is_made_of_run_time(object)),
            }
        }
        if !made.is_empty() {
            return self.few_of(class, made);
        }
        let (recorded, made) = (self.records.mark(), self.made_objects.len());
        self.suppositions.has_failed = false;
        let object = self.instance(class, Vec::new(), class.class.name.range.clone()).value;
        if !std::mem::take(&mut self.suppositions.has_failed) {
            return vec![object];
        }
        // The constructor refuses its own defaults: there is no such object.
        self.take_records_back(recorded);
        self.made_objects.truncate(made);
        vec![self.new_instance(class, BTreeMap::new())]
    }

    /// Whether an importing file made an object of numbers that are known at run time only, or where what its constructor
    /// assigned is not certain.
    fn is_made_of_run_time(&self, object: &Arc<Instance>) -> bool {
        let is_number = |value: &HostValue| value.as_integer().is_some_and(|number| !number.is_static());
        let holds_number = |value: &HostValue| {
            is_number(value) || value.elements().is_some_and(|elements| elements.iter().any(is_number))
        };
        if self.caller_that_made(&HostValue::Instance(Arc::clone(object))).is_none() {
            return false;
        }
        let fields = self.instances.of(object.id);
        let is_lost = constructor_of(&object.class.class).is_some_and(|constructor| {
            let mut assigned = FxHashSet::default();
            written_fields(&constructor.body, &mut assigned);
            !assigned.is_empty() && !assigned.iter().any(|name| fields.contains_key(name))
        });
        is_lost || fields.values().any(holds_number)
    }
}

fn class_of_object(object: &HostValue) -> Option<&ClassValue> {
    match object {
        HostValue::Instance(instance) => Some(&instance.class),
        _ => None,
    }
}
