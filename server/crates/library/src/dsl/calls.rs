//! Functions of the DSL that are made of its other names: they are spelled as the calls that they make.

use std::ops::Range;

use layoutlens_host_value::{
    call::{Call, CallArgument, LibraryFunction, Runner},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};

use crate::dsl::{operand::applied, operand::operand, tensor::sliced};

/// Calls on behalf of one.
pub(super) struct Calls<'r, 'c> {
    runner: &'r mut dyn Runner,
    range: &'c Range<usize>,
}

impl<'r, 'c> Calls<'r, 'c> {
    pub(super) fn of(runner: &'r mut dyn Runner, call: &'c Call<'_>) -> Self {
        Self { runner, range: &call.range }
    }

    /// A function by its path, with arguments by place.
    pub(super) fn call(&mut self, path: &str, arguments: &[HostValue]) -> Result<HostValue, Refusal> {
        self.call_with(path, arguments, &[])
    }

    /// The same with arguments by keyword, too.
    pub(super) fn call_with(
        &mut self,
        path: &str,
        arguments: &[HostValue],
        keywords: &[(&str, HostValue)],
    ) -> Result<HostValue, Refusal> {
        let Some(function) = self.runner.library_function(path) else {
            return unknown(format!("`{path}` is not computed"));
        };
        self.run(function, path, None, arguments, keywords)
    }

    /// A method.
    pub(super) fn method(
        &mut self,
        receiver: &HostValue,
        name: &str,
        arguments: &[HostValue],
    ) -> Result<HostValue, Refusal> {
        let Some(function) = self.runner.library_method(receiver, name) else {
            return unknown(format!("`{name}` of {} is not computed", receiver.kind()));
        };
        self.run(function, name, Some(receiver), arguments, &[])
    }

    /// A member of a value of the library.
    pub(super) fn member(&self, receiver: &HostValue, name: &str) -> Result<HostValue, Refusal> {
        match self.runner.library_member(receiver, name) {
            Some(member) => Ok(member),
            None => unknown(format!("`{name}` of {} is not computed", receiver.kind())),
        }
    }

    /// An attribute of an object of the program.
    pub(super) fn attribute(&mut self, object: &HostValue, name: &str) -> HostValue {
        self.runner.attribute(object, name)
    }

    /// `getattr(x, "name", default)`.
    pub(super) fn attribute_or(&mut self, object: &HostValue, name: &str, default: HostValue) -> HostValue {
        self.runner.attribute_or(object, name, default)
    }

    /// `x[coordinate]` of a tensor or a layout.
    pub(super) fn sliced(&self, of: &HostValue, coordinate: &HostValue) -> Result<HostValue, Refusal> {
        match of {
            HostValue::Tensor(tensor) => Ok(sliced(tensor, coordinate)?.value),
            of => Ok(applied(&operand(of)?, &operand(coordinate)?)?.value.into()),
        }
    }

    /// `make_layout(shape, stride=stride)`.
    pub(super) fn layout(&mut self, shape: HostValue, stride: HostValue) -> Result<HostValue, Refusal> {
        self.call_with("cutlass.cute.make_layout", &[shape], &[("stride", stride)])
    }

    fn run(
        &mut self,
        function: LibraryFunction,
        name: &str,
        receiver: Option<&HostValue>,
        arguments: &[HostValue],
        keywords: &[(&str, HostValue)],
    ) -> Result<HostValue, Refusal> {
        let given = |keyword: Option<&str>, value: &HostValue| CallArgument {
            keyword: keyword.map(str::to_owned),
            value: value.clone(),
            range: self.range.clone(),
        };
        let by_place = arguments.iter().map(|value| given(None, value));
        let by_keyword = keywords.iter().map(|(keyword, value)| given(Some(keyword), value));
        let arguments: Vec<CallArgument> = by_place.chain(by_keyword).collect();
        let (template, range) = (&[] as &[HostValue], self.range.clone());
        let call = Call { name, receiver, template, arguments: &arguments, range };
        // What goes wrong in it is no mistake at the call that is written.
        match function.call(self.runner, &call) {
            Ok(computed) => Ok(computed.value),
            Err(Refusal::Algebra(error)) => unknown(error.to_string()),
            Err(Refusal::Kind { message, .. } | Refusal::Problem { message, .. }) => unknown(message),
            Err(refusal @ (Refusal::Unknown(_) | Refusal::Ranks(_) | Refusal::Numbers(_))) => Err(refusal),
        }
    }
}

/// Numbers and tuples of them.
pub(super) fn ints<const N: usize>(numbers: [i64; N]) -> HostValue {
    HostValue::tuple(numbers.map(HostValue::static_int).to_vec())
}

/// `(a, b)`.
pub(super) fn tuple<const N: usize>(parts: [HostValue; N]) -> HostValue {
    HostValue::tuple(parts.to_vec())
}

/// `None`, which keeps a mode.
pub(super) const ALL: HostValue = HostValue::Nothing;

/// A static number.
pub(super) fn int(number: i64) -> HostValue {
    HostValue::static_int(number)
}

/// The number that a value is.
pub(super) fn known(value: &HostValue, what: &str) -> Result<i64, Refusal> {
    match value.known_int() {
        Some(number) => Ok(number),
        None => unknown(format!("{what} is not known")),
    }
}

/// The shape or stride of a layout or tensor, as a value.
pub(super) fn layout_of(value: &HostValue) -> Result<HostValue, Refusal> {
    match value {
        HostValue::Tensor(tensor) => Ok(tensor.layout.clone().into()),
        HostValue::Value(Value::Unknown(reason)) => unknown(reason.reason.clone()),
        value => Ok(value.clone()),
    }
}
