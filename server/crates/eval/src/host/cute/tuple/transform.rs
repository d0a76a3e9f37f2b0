//! Functions of the program applied to the elements of tuples.

use crate::{
    host::{
        Call, CallArgument, Computed, HostValue, Interpreter,
        library::{Outcome, refuse_unknown, unknown},
    },
    operation::Refusal,
};

/// `transform(t, f)`, `transform(t, u, f)`: the tuple of what f gives of the elements.
pub(super) fn transform(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (tuples, function) = parts(call)?;
    applied(interpreter, call, &tuples, function).map(Computed::plain)
}

fn applied(
    interpreter: &mut Interpreter<'_>,
    call: &Call<'_>,
    tuples: &[&HostValue],
    function: &HostValue,
) -> Result<HostValue, Refusal> {
    let elements: Option<Vec<Vec<HostValue>>> = tuples.iter().map(|tuple| tuple.elements()).collect();
    let Some(elements) = elements else {
        // What is no tuple is given to the function as it is.
        let whole = tuples.iter().map(|&value| value.clone()).collect();
        return Ok(called(interpreter, call, function, whole));
    };
    let count = elements.first().map_or(0, Vec::len);
    if elements.iter().any(|elements| elements.len() != count) {
        return unknown("the tuples have different numbers of elements");
    }
    let at = |index: usize| elements.iter().filter_map(|elements| elements.get(index).cloned()).collect();
    Ok(HostValue::tuple((0..count).map(|index| called(interpreter, call, function, at(index))).collect()))
}

/// `transform_leaf(t, f)`: the same with the leaves of nested tuples.
pub(super) fn transform_leaf(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    fn leaves(
        interpreter: &mut Interpreter<'_>,
        call: &Call<'_>,
        value: &HostValue,
        function: &HostValue,
    ) -> HostValue {
        match value.elements() {
            Some(elements) => HostValue::tuple(
                elements.iter().map(|element| leaves(interpreter, call, element, function)).collect(),
            ),
            None => called(interpreter, call, function, vec![value.clone()]),
        }
    }
    let (tuples, function) = parts(call)?;
    match tuples.as_slice() {
        [tuple] => Ok(Computed::plain(leaves(interpreter, call, tuple, function))),
        _ => unknown("transform_leaf of several tuples is not computed"),
    }
}

/// `for_each(t, f)`: the function works on each element, and gives nothing.
pub(super) fn for_each(interpreter: &mut Interpreter<'_>, call: &Call<'_>) -> Outcome {
    let (tuples, function) = parts(call)?;
    applied(interpreter, call, &tuples, function)?;
    Ok(Computed::plain(HostValue::Nothing))
}

/// The tuples, and the function behind them.
fn parts<'a>(call: &Call<'a>) -> Result<(Vec<&'a HostValue>, &'a HostValue), Refusal> {
    let mut arguments = call.positional();
    refuse_unknown(arguments.iter().copied())?;
    match (arguments.pop(), arguments.is_empty()) {
        (Some(function @ HostValue::Callable(_)), false) => Ok((arguments, function)),
        _ => unknown(format!("{} of these is not computed", call.name)),
    }
}

fn called(
    interpreter: &mut Interpreter<'_>,
    call: &Call<'_>,
    function: &HostValue,
    values: Vec<HostValue>,
) -> HostValue {
    let argument = |value| CallArgument { keyword: None, value, range: call.range.clone() };
    interpreter.call(function, values.into_iter().map(argument).collect(), call.range.clone()).value
}
