//! Functions of the program applied to the elements of tuples.

use layoutlens_host_value::{
    call::{AskingFunction, Call, CallArgument, Computed, Outcome, Runner},
    library::{refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::Refusal;

use crate::cute::tuple::is_of_run_time;

/// Functions that ask whoever runs the program.
pub(super) const ASKING: &[(&str, AskingFunction)] = &[
    ("transform", transform),
    ("transform_leaf", transform_leaf),
    ("for_each", for_each),
    ("for_each_leaf", for_each_leaf),
];

/// `transform(t, f)`, `transform(t, u, f)`: the tuple of what f gives of the elements.
fn transform(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (tuples, function) = parts(call)?;
    applied(runner, call, &tuples, function).map(Computed::plain)
}

fn applied(
    runner: &mut dyn Runner,
    call: &Call<'_>,
    tuples: &[&HostValue],
    function: &HostValue,
) -> Result<HostValue, Refusal> {
    // The elements of a tensor, which are not known, are given to it one by one (`cute/algorithm/tensor_algorithms.hpp`).
    if tuples.iter().any(|value| matches!(value, HostValue::Tensor(_))) {
        return unknown("a function of each element of a tensor");
    }
    let elements: Option<Vec<Vec<HostValue>>> = tuples.iter().map(|tuple| tuple.elements()).collect();
    let Some(elements) = elements else {
        // What is no tuple is given to the function as it is.
        let whole = tuples.iter().map(|&value| value.clone()).collect();
        return Ok(called(runner, call, function, whole));
    };
    let count = elements.first().map_or(0, Vec::len);
    if elements.iter().any(|elements| elements.len() != count) {
        return unknown("the tuples have different numbers of elements");
    }
    let at = |index: usize| elements.iter().filter_map(|elements| elements.get(index).cloned()).collect();
    Ok(HostValue::tuple((0..count).map(|index| called(runner, call, function, at(index))).collect()))
}

/// `transform_leaf(t, f)`: the same with the leaves of nested tuples.
fn transform_leaf(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (tuples, function) = parts(call)?;
    match tuples.as_slice() {
        [tuple] => Ok(Computed::plain(of_leaves(runner, call, tuple, function))),
        _ => unknown("transform_leaf of several tuples is not computed"),
    }
}

/// What the function gives of each leaf.
fn of_leaves(runner: &mut dyn Runner, call: &Call<'_>, value: &HostValue, function: &HostValue) -> HostValue {
    match value.elements() {
        Some(elements) => HostValue::tuple(
            elements.iter().map(|element| of_leaves(runner, call, element, function)).collect(),
        ),
        None => {
            let given = called(runner, call, function, vec![value.clone()]);
            // What is not known may be a tuple, of which the function gives one.
            match value.unknown_reason() {
                Some(reason) if !is_of_run_time(value) => HostValue::unknown(reason),
                _ => given,
            }
        }
    }
}

/// `for_each_leaf(t, f)`: the function works on each leaf, and gives nothing.
fn for_each_leaf(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (tuples, function) = parts(call)?;
    match tuples.as_slice() {
        [tuple] => {
            of_leaves(runner, call, tuple, function);
            Ok(Computed::plain(HostValue::Nothing))
        }
        _ => unknown("for_each_leaf of several tuples is not computed"),
    }
}

/// `for_each(t, f)`: the function works on each element, and gives nothing.
fn for_each(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (tuples, function) = parts(call)?;
    applied(runner, call, &tuples, function)?;
    Ok(Computed::plain(HostValue::Nothing))
}

/// The tuples, and the function behind them.
pub(in crate::cute) fn parts<'a>(call: &Call<'a>) -> Result<(Vec<&'a HostValue>, &'a HostValue), Refusal> {
    let mut arguments = call.positional();
    refuse_unknown(arguments.iter().copied())?;
    match (arguments.pop(), arguments.is_empty()) {
        (Some(function @ HostValue::Callable(_)), false) => Ok((arguments, function)),
        _ => unknown(format!("{} of these is not computed", call.name)),
    }
}

pub(in crate::cute) fn called(
    runner: &mut dyn Runner,
    call: &Call<'_>,
    function: &HostValue,
    values: Vec<HostValue>,
) -> HostValue {
    let argument = |value| CallArgument { keyword: None, value, range: call.range.clone() };
    runner.call(function, values.into_iter().map(argument).collect(), call.range.clone()).value
}
