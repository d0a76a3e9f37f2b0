//! Objects that `std` is given and calls: `std::for_each(all, end, Writer{})`.

use rustc_hash::FxHashSet;

use layoutlens_host_value::value::HostValue;

use super::{FileUses, uses::holds};
use crate::{
    code::{
        member::{Member, each_member},
        path::last_part,
    },
    state::interpreter::Interpreter,
};

/// What is called where an object is.
const OPERATOR: &str = "operator()";

impl Interpreter<'_> {
    /// Adds the operator with which an object is called, where one is given to a function or class of `std`.
    pub(super) fn add_function_objects(&self, file: &FileUses<'_>, found: &mut FxHashSet<String>) {
        let uses = &file.uses;
        if uses.given_to_std.is_empty() || !file.followed.contains_key(OPERATOR) || found.contains(OPERATOR) {
            return;
        }
        let mut called: FxHashSet<&str> = FxHashSet::default();
        for class in &uses.classes {
            each_member(&class.members, &self.choices, &mut |member, _| {
                if matches!(member, Member::Function(function) if function.name.text == OPERATOR) {
                    called.insert(&class.name.text);
                }
            });
        }
        let holds_one = |value: &HostValue| match value {
            HostValue::Instance(instance) => called.contains(instance.class.class.name.text.as_str()),
            _ => false,
        };
        let variables = self.records.variables.iter().filter(|record| holds_one(&record.found.value));
        let variables: FxHashSet<&str> = variables.map(|record| record.name.text.as_str()).collect();
        let is_given = |name: &str| called.contains(last_part(name)) || variables.contains(name);
        let is_any = uses
            .values
            .iter()
            .any(|(name, at)| is_given(name) && uses.given_to_std.iter().any(|given| holds(given, at)));
        if is_any {
            found.insert(OPERATOR.to_owned());
        }
    }
}
