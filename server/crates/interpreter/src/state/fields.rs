//! The fields of the instances of a run.

use std::collections::BTreeMap;

use layoutlens_host_value::{
    invariant,
    object::{ClassValue, InstanceId},
    value::HostValue,
};

/// The fields of one instance by their names; what is not there is unknown.
pub(crate) type Fields = BTreeMap<String, HostValue>;

/// Those of an instance that is not there.
static NONE: Fields = Fields::new();

/// The fields of each instance, and the class that each was made of: a variable of a base class may show it as that. None
/// is ever taken away.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    all: Vec<Fields>,
    classes: Vec<ClassValue>,
}

impl Instances {
    /// A new instance.
    pub(crate) fn make(&mut self, class: ClassValue, fields: Fields) -> InstanceId {
        let id = self.next();
        self.all.push(fields);
        self.classes.push(class);
        id
    }

    /// The class that an instance was made of.
    pub(crate) fn made_of(&self, instance: InstanceId) -> Option<&ClassValue> {
        match self.classes.get(instance.index()) {
            Some(class) => Some(class),
            None => invariant!(None, "{instance:?} of {} has no class", self.all.len()),
        }
    }

    /// The one that is made next: later ones are this one or larger.
    pub(crate) fn next(&self) -> InstanceId {
        InstanceId::after(self.all.len())
    }

    /// The fields of an instance that [`make`](Self::make) gave.
    pub(crate) fn of(&self, instance: InstanceId) -> &Fields {
        match self.all.get(instance.index()) {
            Some(fields) => fields,
            None => invariant!(&NONE, "{instance:?} of {} has no fields", self.all.len()),
        }
    }

    /// The same to write them.
    pub(crate) fn of_mut(&mut self, instance: InstanceId) -> Option<&mut Fields> {
        let count = self.all.len();
        match self.all.get_mut(instance.index()) {
            Some(fields) => Some(fields),
            None => invariant!(None, "{instance:?} of {count} has no fields"),
        }
    }

    /// All of them.
    pub(crate) fn each(&self) -> impl Iterator<Item = (InstanceId, &Fields)> {
        self.all.iter().enumerate().map(|(index, fields)| (InstanceId::after(index), fields))
    }

    /// Those that were made since `first` was [the next](Self::next).
    pub(crate) fn since(&self, first: InstanceId) -> impl Iterator<Item = InstanceId> + use<> {
        (first.index()..self.all.len()).map(InstanceId::after)
    }
}
