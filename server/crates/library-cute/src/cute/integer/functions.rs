//! Functions of integers and tuples of them: `ceil_div`, `round_up`, `min`, `max`.

use layout_algebra::{
    Error, ErrorKind,
    symbolic::{Expression, Integer},
};
use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{operate, operation_named, refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Refusal, Value};

use crate::cute::operand::{argument, operands};

pub(super) const FUNCTIONS: &[(&str, PlainFunction)] = &[
    // A macro that names the number of a static integer's type.
    ("CUTE_STATIC_V", |call| of_one(call, |integer| Ok(Integer::Dynamic(integer.expression())))),
    ("ceil_div", of_shapes),
    ("round_up", of_shapes),
    ("shape_div", of_shapes),
    ("round_down", |call| of_two(call, round_down)),
    ("safe_div", |call| of_two(call, safe_div)),
    ("min", |call| of_leaves(call, Integer::minimum)),
    ("max", |call| of_leaves(call, maximum)),
    ("const_min", |call| of_two(call, Integer::minimum)),
    ("const_max", |call| of_two(call, maximum)),
    ("clamp", |call| {
        let (low, high) = (integer(call, 1)?, integer(call, 2)?);
        computed(maximum(&integer(call, 0)?, &low).and_then(|number| number.minimum(&high)))
    }),
    ("abs", |call| of_one(call, Integer::magnitude)),
    ("signum", |call| of_one(call, Integer::signum)),
    ("gcd", |call| of_leaves(call, |a, b| known_numbers(a, b, gcd))),
    ("lcm", |call| of_leaves(call, |a, b| known_numbers(a, b, lcm))),
];

/// The functions that the annotation language has too.
fn of_shapes(call: &Call<'_>) -> Outcome {
    let name = crate::cute::integer::bare(call.name);
    refuse_unknown(call.positional())?;
    operate(operation_named(name)?, &operands(call)?).map(Computed::of).map_err(|refusal| match refusal {
        // A function of the host language may share the name.
        Refusal::Kind { message, .. } => Refusal::Unknown(message),
        refusal => refusal,
    })
}

fn integer(call: &Call<'_>, index: usize) -> Result<Integer, Refusal> {
    let value = argument(call, index)?;
    refuse_unknown([value])?;
    match value.as_integer() {
        Some(integer) => Ok(integer),
        None => unknown(format!("{} is computed of integers only", call.name)),
    }
}

fn computed(result: Result<Integer, Error>) -> Outcome {
    match result {
        Ok(integer) => Ok(Computed::plain(HostValue::integer(&integer))),
        Err(error) => unknown(error.to_string()),
    }
}

fn of_one(call: &Call<'_>, compute: fn(&Integer) -> Result<Integer, Error>) -> Outcome {
    computed(compute(&integer(call, 0)?))
}

fn of_two(call: &Call<'_>, compute: fn(&Integer, &Integer) -> Result<Integer, Error>) -> Outcome {
    computed(compute(&integer(call, 0)?, &integer(call, 1)?))
}

/// CuTe's `min` and `max` look at all leaves of all arguments.
fn of_leaves(call: &Call<'_>, combine: fn(&Integer, &Integer) -> Result<Integer, Error>) -> Outcome {
    refuse_unknown(call.positional())?;
    let mut leaves = Vec::new();
    for value in operands(call)? {
        let Value::Tuple(tuple) = &value else {
            return unknown(format!("{} is computed of integers only", call.name));
        };
        for leaf in tuple.leaves() {
            let leaf = HostValue::Value(Value::Tuple(layout_algebra::IntTuple::Int(leaf.clone())));
            match leaf.as_integer() {
                Some(integer) => leaves.push(integer),
                None => return unknown(format!("{} is computed of integers only", call.name)),
            }
        }
    }
    let mut leaves = leaves.into_iter();
    let Some(first) = leaves.next() else { return unknown(format!("{} of nothing", call.name)) };
    computed(leaves.try_fold(first, |found, next| combine(&found, &next)))
}

fn maximum(a: &Integer, b: &Integer) -> Result<Integer, Error> {
    match (a, b) {
        (Integer::Static(a), Integer::Static(b)) => Ok(Integer::Static(*a.max(b))),
        _ => a.expression().maximum(&b.expression()).map(Integer::Dynamic),
    }
}

/// The largest multiple of `b` that is no larger than `a`.
fn round_down(a: &Integer, b: &Integer) -> Result<Integer, Error> {
    a.quotient(b)?.times(b)
}

/// `a / b` of which CuTe asserts that nothing is left, when both are static.
fn safe_div(a: &Integer, b: &Integer) -> Result<Integer, Error> {
    let rest = a.remainder(b)?;
    match rest.known() {
        Some(0) => a.quotient(b),
        None if !(a.is_static() && b.is_static()) => a.quotient(b),
        _ => Err(Error::new("safe_div", ErrorKind::LacksFact { fact: format!("{a} % {b} == 0") })),
    }
}

fn known_numbers(a: &Integer, b: &Integer, compute: fn(i64, i64) -> Option<i64>) -> Result<Integer, Error> {
    let needs = |integer: &Integer| {
        Error::new("gcd", ErrorKind::LacksFact { fact: format!("{integer} is a number") })
    };
    let (Some(left), Some(right)) = (a.known(), b.known()) else {
        return Err(needs(if a.known().is_none() { a } else { b }));
    };
    let result = compute(left, right).ok_or_else(|| Error::overflow("gcd"))?;
    match a.is_static() && b.is_static() {
        true => Ok(Integer::Static(result)),
        false => Ok(Integer::Dynamic(Expression::constant(result))),
    }
}

/// CuTe's loop (`cute/numeric/math.hpp`), whose sign is that of what it divides by last.
fn gcd(mut a: i64, mut b: i64) -> Option<i64> {
    while a != 0 {
        b = b.checked_rem(a)?;
        if b == 0 {
            return Some(a);
        }
        a = a.checked_rem(b)?;
    }
    Some(b)
}

fn lcm(a: i64, b: i64) -> Option<i64> {
    match gcd(a, b)? {
        0 => Some(0),
        divisor => a.checked_div(divisor)?.checked_mul(b),
    }
}
