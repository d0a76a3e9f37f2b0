//! Functions that a language has.

use std::sync::Arc;

use layoutlens_host_value::{
    call::{Call, Outcome},
    function::{Callable, ComputedBy},
    value::HostValue,
};

use crate::state::interpreter::Interpreter;

/// A function that Python has, or gives a value as a method.
pub(crate) type LanguageFunction = fn(&mut Interpreter<'_>, &Call<'_>) -> Outcome;

/// A function of the language as a method of a value.
pub(crate) fn bound(name: &str, function: &'static LanguageFunction, receiver: &HostValue) -> HostValue {
    HostValue::Callable(Arc::new(Callable::Library {
        name: name.to_owned(),
        function: ComputedBy::Language(function),
        template: Vec::new(),
        receiver: Some(receiver.clone()),
    }))
}
