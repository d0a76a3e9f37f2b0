//! Functions of Python's own that go over known elements: `itertools.product`, `functools.reduce`.

use layoutlens_host_value::{
    call::{AskingFunction, Call, CallArgument, Computed, Outcome, PlainFunction, Runner},
    library::{refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_syntax::BinaryOperator as Op;

use crate::dsl::operand::argument;

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[("itertools.product", combined)];

pub(super) const ASKING: &[(&str, AskingFunction)] = &[
    ("functools.reduce", reduced),
    ("operator.mul", |runner, call| operator(runner, call, Op::Multiply)),
    ("operator.add", |runner, call| operator(runner, call, Op::Add)),
    ("operator.sub", |runner, call| operator(runner, call, Op::Subtract)),
    ("operator.floordiv", |runner, call| operator(runner, call, Op::DivideDown)),
    ("operator.mod", |runner, call| operator(runner, call, Op::Remainder)),
];

/// The most rows of a product, and elements that a function is called with one by one.
const MAX_ROWS: usize = 1024;

/// The elements of what is gone over, in its order.
fn elements(value: &HostValue) -> Option<Vec<HostValue>> {
    match value {
        HostValue::Object(object) if object.kind == "range" => object.fields.get("elements")?.elements(),
        _ => value.elements(),
    }
}

/// `itertools.product(xs, ys, repeat=n)`: a row for each way to take one of each, the last of them running fastest.
fn combined(call: &Call<'_>) -> Outcome {
    let mut repeated = 1;
    for given in call.arguments.iter() {
        match (given.keyword.as_deref(), given.value.known_int()) {
            (None, _) => {}
            (Some("repeat"), Some(times)) => match repeats(times) {
                Some(times) => repeated = times,
                None => return unknown("the product is repeated less than not at all, or too often"),
            },
            (Some(_), _) => return unknown("how often the product is repeated is not known"),
        }
    }
    let lists: Option<Vec<Vec<HostValue>>> = call.positional().into_iter().map(elements).collect();
    let Some(lists) = lists else { return unknown("what the product goes over is not known") };
    let mut rows: Vec<Vec<HostValue>> = vec![Vec::new()];
    for list in (0..repeated).flat_map(|_| &lists) {
        if rows.len().saturating_mul(list.len()) > MAX_ROWS {
            return unknown(format!("a product of more than {MAX_ROWS} rows"));
        }
        let longer = |row: &Vec<HostValue>, next: &HostValue| row.iter().chain([next]).cloned().collect();
        rows = rows.iter().flat_map(|row| list.iter().map(move |next| longer(row, next))).collect();
    }
    Ok(Computed::plain(HostValue::tuple(rows.into_iter().map(HostValue::tuple).collect())))
}

/// How often lists are repeated: Python refuses to do so less than not at all, and rows get as long.
fn repeats(times: i64) -> Option<usize> {
    usize::try_from(times).ok().filter(|times| *times <= MAX_ROWS)
}

/// `functools.reduce(f, xs, initial)`: `f(f(initial, x0), x1)`.
fn reduced(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let function = argument(call, "function", 0)?;
    refuse_unknown([function])?;
    // What is not followed may keep or change what it is given.
    if !matches!(function, HostValue::Callable(_)) {
        return unknown("what combines the elements is not followed");
    }
    let Some(elements) = elements(argument(call, "iterable", 1)?).filter(|all| all.len() <= MAX_ROWS) else {
        return unknown("what is combined is not known");
    };
    let initial = call.keyword_or("initial", 2).cloned();
    let mut rest = initial.into_iter().chain(elements);
    let Some(mut combined) = rest.next() else { return unknown("nothing is combined") };
    let given = |value: HostValue| CallArgument { keyword: None, value, range: call.range.clone() };
    for next in rest {
        combined = runner.call(function, vec![given(combined), given(next)], call.range.clone()).value;
    }
    Ok(Computed::plain(combined))
}

/// `operator.mul(a, b)`: what the operator gives.
fn operator(runner: &mut dyn Runner, call: &Call<'_>, operator: Op) -> Outcome {
    match call.positional()[..] {
        [left, right] => Ok(runner.operated(operator, left, right, call.range.clone())),
        _ => unknown("an operator has two operands"),
    }
}
