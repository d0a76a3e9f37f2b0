//! What a call gives a parameter, and another one might not: a truth, or nothing. A root is run again with the other where that
//! decides for an arm that was not taken, and in no other case.

use layoutlens_host_value::{call::Computed, value::HostValue};
use layoutlens_operation::Value;
use layoutlens_syntax::program::Parameter;

use crate::{
    state::interpreter::Interpreter,
    suppose::{annotated::is_optional, by_default::OTHER_THAN_NONE, cpp::reason::argument, picks::Aspect},
    value::unknown::unknown,
};

impl Interpreter<'_> {
    /// What a parameter holds in the attempt at hand that a call gives this.
    pub(crate) fn or_given_otherwise(&mut self, parameter: &Parameter, given: Computed) -> Computed {
        let is_asked = self.is_python()
            && self.suppositions.is_supposing
            && self.suppositions.is_open
            && self.file().is_main();
        let Some(name) = parameter.name.as_ref().filter(|_| is_asked && !parameter.is_pack) else {
            return given;
        };
        let truth = match &given.value {
            HostValue::Value(Value::Bool(truth)) => Some(*truth),
            HostValue::Nothing => None,
            _ => return given,
        };
        let slot = self.slot_of(name);
        if self.suppositions.picks.choice(slot, Aspect::Call, &name.text, &[false, true]) != Some(true) {
            return given;
        }
        match truth {
            Some(truth) => {
                // In all calls it is the same.
                let other = self.suppositions.picks.otherwise(slot, !truth);
                self.suppose_parameter(name, self.as_default(&other));
                Computed::plain(other)
            }
            None => {
                // Of what nothing is told, what is beside it tells.
                self.suppositions.told.parameters.entry(slot).or_default();
                let declared = parameter.declared_type.as_ref();
                match self.supposed_if_given(declared, name, slot) {
                    Some(other) => Computed::plain(other),
                    None if declared.is_some_and(is_optional) => {
                        self.suppose_parameter(name, OTHER_THAN_NONE.to_owned());
                        unknown(argument(&name.text))
                    }
                    None => given,
                }
            }
        }
    }
}
