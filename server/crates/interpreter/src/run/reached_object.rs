//! The objects that are reached from a value: its own, those in its fields, and so on. Objects may hold each other, and
//! themselves, so that each is looked at once.

use std::{cell::RefCell, sync::Arc};

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::{
    object::{Instance, InstanceId},
    value::HostValue,
};

use crate::{
    limits::PLACES_OF_A_STEP,
    state::{address::Address, interpreter::Interpreter, scope::Place},
};

impl Interpreter<'_> {
    /// The objects that are reached from a value through those of their fields of which `follows` says so.
    pub(crate) fn objects_behind(
        &mut self,
        value: &HostValue,
        follows: impl Fn(&Self, &Instance, &str) -> bool,
    ) -> Vec<Arc<Instance>> {
        let mut found: Vec<Arc<Instance>> = Vec::new();
        let mut seen: FxHashSet<InstanceId> = FxHashSet::default();
        let mut pending: Vec<&HostValue> = vec![value];
        while let Some(value) = pending.pop() {
            match value {
                HostValue::Instance(instance) if seen.insert(instance.id) => {
                    let instance = self.whole(instance);
                    let fields = self.instances.of(instance.id).iter();
                    let followed = fields.filter(|(name, value)| {
                        matches!(value, HostValue::Instance(_) | HostValue::Tuple(_))
                            && follows(self, &instance, name)
                    });
                    pending.extend(followed.map(|(_, value)| value));
                    found.push(instance);
                }
                HostValue::Tuple(elements) => pending.extend(elements.iter()),
                _ => {}
            }
        }
        self.count_steps(found.len() / PLACES_OF_A_STEP);
        found
    }

    /// The fields of all objects that are reached from a value, but for those that are declared `const`.
    pub(crate) fn changing_fields_behind(&mut self, value: &HostValue) -> Vec<Place> {
        // Objects of one class have many fields: its members are walked through once.
        let known: RefCell<FxHashMap<Address, FxHashSet<String>>> = RefCell::default();
        let is_changing = |this: &Self, instance: &Instance, field: &str| {
            let mut known = known.borrow_mut();
            let class = known.entry(Address::of(&*instance.class.class));
            let is_constant = class.or_insert_with(|| this.constant_fields(&instance.class)).contains(field);
            let place = || Place::Field(instance.id, field.into());
            !is_constant
                || this.has_changing_classes()
                    && this.held_value(&place()).is_some_and(|held| this.changes_though_constant(held))
        };
        let objects = self.objects_behind(value, is_changing);
        let fields = objects.iter().flat_map(|instance| {
            let names = self.instances.of(instance.id).keys();
            let changing = names.filter(|name| is_changing(self, instance, name));
            changing.map(|name| Place::Field(instance.id, name.as_str().into()))
        });
        let fields: Vec<Place> = fields.collect();
        self.count_steps(fields.len());
        fields
    }

    /// The functions that a value, or an object that is reached from it, holds.
    pub(crate) fn callables_behind(&mut self, value: &HostValue) -> Vec<HostValue> {
        let mut found = Vec::new();
        collect_callables(value, &mut found);
        for instance in self.objects_behind(value, |_, _, _| true) {
            let fields = self.instances.of(instance.id).iter();
            fields.for_each(|(_, value)| collect_callables(value, &mut found));
        }
        found
    }
}

fn collect_callables(value: &HostValue, found: &mut Vec<HostValue>) {
    match value {
        HostValue::Callable(_) => found.push(value.clone()),
        HostValue::Tuple(elements) => elements.iter().for_each(|element| collect_callables(element, found)),
        _ => {}
    }
}
