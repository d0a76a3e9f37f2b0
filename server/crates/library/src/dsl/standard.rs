//! Functions of Python's own modules and of what kernels import beside the DSL: `math.ceil`, `functools.partial`; and the DSL's ranges.

use std::{collections::BTreeMap, sync::Arc};

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, PlainFunction, Runner},
    function::Callable,
    library::{refuse_unknown, unknown},
    object::Object,
    value::HostValue,
};
use layoutlens_operation::Value;

use crate::dsl::operand::{argument, integer};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("math.ceil", |call| rounded(call, true)),
    ("math.floor", |call| rounded(call, false)),
    // What is rounded here is no negative number.
    ("math.trunc", |call| rounded(call, false)),
    ("math.gcd", greatest_divisor),
    ("math.prod", product),
    ("math.log2", logarithm),
    ("triton.next_power_of_2", power_from_on),
    ("functools.partial", partial),
    ("copy.copy", copied),
    ("copy.deepcopy", copied),
    ("typing.cast", |call| Ok(Computed::plain(argument(call, "val", 1)?.clone()))),
    ("cutlass.range_constexpr", |call| range(call, true)),
    ("cutlass.range", |call| range(call, false)),
    ("cutlass.range_dynamic", |call| range(call, false)),
];

/// Functions that ask whoever runs the program.
pub(super) const ASKING: &[(&str, AskingFunction)] =
    &[("dataclasses.field", field), ("dataclasses.replace", replaced), ("types.SimpleNamespace", namespace)];

/// The quotient of two integers, which need not be one.
const FRACTION: &str = "a fraction";

/// The most rounds of a loop whose indices are listed.
const MAX_ROUNDS: usize = 4096;

/// `a / b` of integers.
pub(super) fn fraction(numerator: &HostValue, denominator: &HostValue) -> HostValue {
    let fields = BTreeMap::from([
        ("numerator".to_owned(), numerator.clone()),
        ("denominator".to_owned(), denominator.clone()),
    ]);
    HostValue::Object(Arc::new(Object { class: None, kind: FRACTION.to_owned(), fields }))
}

/// The integers of `a / b`, where both are known.
pub(super) fn fraction_parts(value: &HostValue) -> Option<(i64, i64)> {
    let HostValue::Object(object) = value else { return None };
    let part = |name: &str| object.fields.get(name).and_then(HostValue::known_int);
    (object.kind == FRACTION).then(|| part("numerator").zip(part("denominator")))?
}

/// `math.ceil(a / b)`, `math.floor(a / b)`.
fn rounded(call: &Call<'_>, up: bool) -> Outcome {
    let value = argument(call, "x", 0)?;
    if value.as_integer().is_some() {
        return Ok(Computed::plain(value.clone()));
    }
    let HostValue::Object(object) = value else { return unknown("what is rounded is not known") };
    let part = |name: &str| object.fields.get(name).and_then(HostValue::as_integer);
    let (Some(numerator), Some(denominator)) = (part("numerator"), part("denominator")) else {
        return unknown("what is rounded is not known");
    };
    let are_natural =
        numerator.expression().is_natural() && denominator.known().is_some_and(|number| number > 0);
    if !are_natural {
        return unknown("what is rounded may be negative");
    }
    let result = if up { numerator.ceil_quotient(&denominator) } else { numerator.quotient(&denominator) };
    match result {
        Ok(result) => Ok(integer(&result)),
        Err(error) => unknown(error.to_string()),
    }
}

fn product(call: &Call<'_>) -> Outcome {
    let Some(mut elements) = argument(call, "iterable", 0)?.elements() else {
        return unknown("what is multiplied is not known");
    };
    elements.extend(
        call.arguments
            .iter()
            .filter(|given| given.keyword.as_deref() == Some("start"))
            .map(|given| given.value.clone()),
    );
    let numbers: Option<Vec<i64>> = elements.iter().map(HostValue::known_int).collect();
    let product = numbers.and_then(|numbers| numbers.into_iter().try_fold(1_i64, i64::checked_mul));
    match product {
        Some(product) => Ok(Computed::plain(HostValue::static_int(product))),
        None => unknown("what is multiplied is not known"),
    }
}

/// `math.gcd(a, b)` of known numbers.
fn greatest_divisor(call: &Call<'_>) -> Outcome {
    let mut divisor: i64 = 0;
    for value in call.positional() {
        refuse_unknown([value])?;
        let Some(mut rest) = value.known_int().and_then(i64::checked_abs) else {
            return unknown("a divisor of run-time integers is not computed");
        };
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
    }
    Ok(Computed::plain(HostValue::static_int(divisor)))
}

/// `math.log2(n)`, `math.log2(a / b)` of a power of two: a number without a fraction, which `int` makes an integer.
fn logarithm(call: &Call<'_>) -> Outcome {
    let value = argument(call, "x", 0)?;
    let whole = fraction_parts(value).filter(|(a, b)| *b > 0 && a % b == 0).map(|(a, b)| a / b);
    let power = value.known_int().or(whole).and_then(|number| u64::try_from(number).ok());
    match power.filter(|number| number.is_power_of_two()) {
        Some(number) => Ok(Computed::plain(HostValue::static_int(i64::from(number.trailing_zeros())))),
        None => unknown("the logarithm of this is not computed"),
    }
}

/// `triton.next_power_of_2(n)`: the least power of two that is no less; nothing gives that of numbers below one.
fn power_from_on(call: &Call<'_>) -> Outcome {
    let number = argument(call, "n", 0)?.known_int().and_then(|number| u64::try_from(number).ok());
    let power = number.filter(|number| *number > 0).and_then(u64::checked_next_power_of_two);
    match power.and_then(|power| i64::try_from(power).ok()) {
        Some(power) => Ok(Computed::plain(HostValue::static_int(power))),
        None => unknown("the power of two from this number on is not known"),
    }
}

/// `types.SimpleNamespace(a=b)`.
fn namespace(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let named = call.arguments.iter().map(|given| Some((given.keyword.clone()?, given.value.clone())));
    match named.collect() {
        Some(fields) => Ok(Computed::plain(runner.namespace(fields))),
        // A mapping, or `**fields`.
        None => unknown("what the namespace holds is not known"),
    }
}

/// `dataclasses.field(default=1)`, `field(default_factory=list)`: what a field holds that is not given.
fn field(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let given = |name: &str| call.arguments.iter().find(|given| given.keyword.as_deref() == Some(name));
    match (given("default"), given("default_factory")) {
        (Some(default), _) => Ok(Computed::plain(default.value.clone())),
        (None, Some(factory)) => Ok(runner.call(&factory.value, Vec::new(), call.range.clone())),
        (None, None) => unknown("nothing is assigned here"),
    }
}

/// `dataclasses.replace(x, a=b)`.
fn replaced(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    match runner.replaced(argument(call, "obj", 0)?, call.arguments) {
        Some(value) => Ok(Computed::plain(value)),
        None => unknown("what is replaced is not known"),
    }
}

/// `copy.copy(x)` of what does not change.
fn copied(call: &Call<'_>) -> Outcome {
    match argument(call, "x", 0)? {
        HostValue::Instance(_) => unknown("an object's copy is not followed"),
        value => Ok(Computed::plain(value.clone())),
    }
}

/// `functools.partial(f, a, key=b)`.
fn partial(call: &Call<'_>) -> Outcome {
    let Some((callee, arguments)) = call.arguments.split_first() else {
        return unknown("a part of no function");
    };
    let mut bound = Vec::new();
    let mut keywords = BTreeMap::new();
    for argument in arguments {
        match &argument.keyword {
            Some(keyword) => drop(keywords.insert(keyword.clone(), argument.value.clone())),
            None => bound.push(argument.value.clone()),
        }
    }
    let partial = Callable::Partial { callee: callee.value.clone(), arguments: bound, keywords };
    Ok(Computed::plain(HostValue::Callable(Arc::new(partial))))
}

/// `cutlass.range_constexpr(n)`, whose indices are known, and `cutlass.range(n)`, whose are not; both take a start and a step.
fn range(call: &Call<'_>, is_unrolled: bool) -> Outcome {
    let bounds: Vec<Option<i64>> = call.positional().iter().map(|bound| bound.known_int()).collect();
    let (start, stop, step) = match bounds.as_slice() {
        [stop] => (Some(0), *stop, Some(1)),
        [start, stop] => (*start, *stop, Some(1)),
        [start, stop, step] => (*start, *stop, *step),
        _ => return unknown("a range has one to three bounds"),
    };
    let mut fields = BTreeMap::new();
    if start.is_some_and(|start| start >= 0) && step.is_some_and(|step| step > 0) {
        fields.insert("is_natural".to_owned(), Value::Bool(true).into());
    }
    if let (true, Some(start), Some(stop), Some(step)) = (is_unrolled, start, stop, step)
        && let Some(indices) = indices(start, stop, step)
    {
        let indices = indices.into_iter().map(HostValue::static_int).collect();
        fields.insert("elements".to_owned(), HostValue::tuple(indices));
        fields.insert("is_unrolled".to_owned(), Value::Bool(true).into());
    }
    Ok(Computed::plain(HostValue::Object(Arc::new(Object { class: None, kind: "range".to_owned(), fields }))))
}

/// The indices of a range, if they are not too many to list. Python refuses a step of zero.
fn indices(start: i64, stop: i64, step: i64) -> Option<Vec<i64>> {
    let mut indices = Vec::new();
    let mut next = Some(start).filter(|_| step != 0)?;
    while (step > 0 && next < stop) || (step < 0 && next > stop) {
        if indices.len() >= MAX_ROUNDS {
            return None;
        }
        indices.push(next);
        next = next.checked_add(step)?;
    }
    Some(indices)
}
