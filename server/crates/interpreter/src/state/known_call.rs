//! Calls that need not be run again.

use std::sync::Arc;

use layoutlens_host_value::{block::Block, function::Callable, value::HostValue};
use layoutlens_syntax::program::Function;

use crate::{
    state::{number_type::NumberType, scope::Place},
    value::nameless::is_nameless,
};

/// A call and what it gave.
#[derive(Debug)]
pub(crate) struct KnownCall {
    pub(crate) key: Arc<CallKey>,
    pub(crate) value: HostValue,
    /// What it wrote of its caller's, if anything.
    pub(crate) written: Option<Written>,
    /// How many findings there were before it: taking those of the call back forgets it.
    pub(crate) recorded: (usize, usize),
}

/// What a call wrote that changed what its caller sees: an equal call with an equal footprint does the same to the places of
/// that one.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) footprint: Footprint,
    /// Which of the footprint's places, and what it left there, in order.
    pub(crate) effects: Vec<(usize, Effect)>,
    /// Which of them may be written at any time from here on.
    pub(crate) exposes: Vec<usize>,
    /// Whether it did what may write all that may be written at any time.
    pub(crate) runs_unseen: bool,
}

/// What a call left in a place.
#[derive(Debug)]
pub(crate) enum Effect {
    /// What was there before.
    Same,
    /// A value that is the same in each call.
    Value(HostValue),
    /// Some number.
    Any,
}

/// The places that a call is given, and what is known of them before it.
#[derive(Debug)]
pub(crate) struct Footprint {
    /// Each once, in the order of the arguments.
    pub(crate) places: Vec<Place>,
    pub(crate) known: Known,
}

/// What two calls agree in whose effects are the same.
#[derive(Debug, PartialEq)]
pub(crate) struct Known {
    /// Of each argument, which of the places it may write.
    pub(crate) of_arguments: Vec<Vec<usize>>,
    /// What the places hold, and whether they may be written at any time.
    pub(crate) held: Vec<(Option<HostValue>, bool)>,
    /// How certain it is that the program comes to the call: what is found wrong in it depends on that.
    pub(crate) certainty: [bool; 3],
}

/// What the outcome of a call depends on.
#[derive(Debug)]
pub(crate) struct CallKey {
    pub(crate) function: Arc<Function>,
    pub(crate) template: Vec<HostValue>,
    pub(crate) given: Vec<GivenValue>,
    /// The integer types of what it may write and see of its caller's: with another one the same code computes another number.
    pub(crate) types: Vec<Option<NumberType>>,
    pub(crate) block: Block,
}

/// The keyword of an argument, and what it is.
type GivenValue = (Option<String>, HostValue);

impl PartialEq for CallKey {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.function, &other.function)
            && self.template == other.template
            && self.given == other.given
            && self.types == other.types
            && self.block == other.block
    }
}

impl CallKey {
    /// Whether a call shows nothing that an earlier one does not. Where nothing calls the function, its parameters go by
    /// their names, which stand for whatever numbers it is given; else the arguments are equal, or shown alike.
    pub(crate) fn is_no_more_than(&self, earlier: &Self) -> bool {
        let is_nameless = |value: &HostValue| value.as_integer().is_some_and(|number| is_nameless(&number));
        let is_run_time = |value: &HostValue| value.as_integer().is_some_and(|number| !number.is_static());
        let is_vague =
            |value: &HostValue| value.unknown_reason().is_some() || matches!(value, HostValue::Pointer(_));
        let is_same = |((keyword, one), (other_keyword, other)): (&GivenValue, &GivenValue)| {
            keyword == other_keyword
                && (one == other
                    || is_nameless(one) && is_nameless(other)
                    || is_vague(one) && is_vague(other))
        };
        Arc::ptr_eq(&self.function, &earlier.function)
            && self.template == earlier.template
            && match earlier.given.is_empty() {
                true => self.given.iter().all(|(_, value)| is_run_time(value) || is_vague(value)),
                false => {
                    self.given.len() == earlier.given.len()
                        && self.given.iter().zip(&earlier.given).all(is_same)
                }
            }
    }
}

/// Whether a value says all about itself.
pub(crate) fn is_value(value: &HostValue) -> bool {
    match value {
        HostValue::Instance(_) => false,
        HostValue::Callable(callable) => matches!(**callable, Callable::Library { receiver: None, .. }),
        HostValue::Tuple(elements) => elements.iter().all(is_value),
        HostValue::Object(object) => object.fields.values().all(is_value),
        _ => true,
    }
}
