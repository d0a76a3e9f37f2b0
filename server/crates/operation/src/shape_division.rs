//! Shapes divided, rounded up, shared out and multiplied.

use layout_algebra::{self as algebra, Error, IntTuple, explain, symbolic as run_time};

use super::{
    Arguments, Refusal,
    columns::{Columns, Parameter, tuple},
    symbolic,
};
use crate::{Evaluated, Value};

pub(super) static DOMAIN_DISTRIBUTE: Columns =
    Columns::new(&[tuple("shape"), tuple("count")], domain_distribute)
        .steps(|arguments| {
            Some(explain::domain_distribute(&arguments.tuple(0).ok()?, arguments.int(1).ok()?))
        })
        .says(
            "a layout of so many elements that tiles a shape",
            &["every size is a known number"],
            &["size(R) divides count, and each mode divides that of the shape"],
        );

pub(super) static SHAPE_DIV: Columns =
    Columns::new(BY_DIVISOR, |arguments| of_shapes(arguments, algebra::shape_div))
        .on_names(|operands| {
            Ok(Some(symbolic::tuple(run_time::shape_div(&operands.shape(0)?, &operands.shape(1)?)?)))
        })
        .steps(|arguments| Some(explain::shape_div(&arguments.tuple(0).ok()?, &arguments.tuple(1).ok()?)))
        .says(
            "a shape divided by a number or, mode by mode, by a shape",
            &["of each mode and its divisor one divides the other"],
            &["each mode is at least 1", "size(R) * divisor = size where it divides"],
        );

pub(super) static CEIL_DIV: Columns =
    Columns::new(BY_DIVISOR, |arguments| of_shapes(arguments, algebra::ceil_div))
        .on_names(|operands| {
            Ok(Some(symbolic::tuple(run_time::ceil_div(&operands.shape(0)?, &operands.shape(1)?)?)))
        })
        .steps(|arguments| Some(explain::ceil_div(&arguments.tuple(0).ok()?, &arguments.tuple(1).ok()?)))
        .says(
            "a shape divided and rounded up",
            &["the divisor is at least 1"],
            &["R * divisor >= shape, mode by mode"],
        );

pub(super) static ROUND_UP: Columns =
    Columns::new(&[tuple("shape"), tuple("multiple")], |arguments| of_shapes(arguments, algebra::round_up))
        .on_names(|operands| {
            Ok(Some(symbolic::tuple(run_time::round_up(&operands.shape(0)?, &operands.shape(1)?)?)))
        })
        .steps(|arguments| Some(explain::round_up(&arguments.tuple(0).ok()?, &arguments.tuple(1).ok()?)))
        .says(
            "a shape rounded up to a multiple",
            &["the multiple is at least 1"],
            &["the multiple divides each mode of R"],
        );

pub(super) static SHAPE_MOD: Columns =
    Columns::new(BY_DIVISOR, |arguments| of_shapes(arguments, algebra::shape_mod)).says(
        "what a number leaves of a shape",
        &["of each mode and its divisor one divides the other"],
        &["each mode is at least 1, and divides the shape's"],
    );

pub(super) static PRODUCT_EACH: Columns =
    Columns::new(&[tuple("shape")], |arguments| Ok(Value::ints(&arguments.tuple(0)?.product_each()?).into()))
        .on_names(|operands| {
            let products = run_time::product_each(&operands.shape(0)?)?;
            Ok(Some(symbolic::tuple(products.into_iter().collect())))
        })
        .says("the size of each mode of a tuple", &["shape is a tuple"], &["rank(R) = rank(shape), depth 1"]);

const BY_DIVISOR: &[Parameter] = &[tuple("shape"), tuple("divisor")];

fn domain_distribute(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::from(algebra::domain_distribute(&arguments.tuple(0)?, arguments.int(1)?)?).into())
}

fn of_shapes(
    arguments: &Arguments<'_>,
    compute: fn(&IntTuple, &IntTuple) -> Result<IntTuple, Error>,
) -> Result<Evaluated, Refusal> {
    Ok(Value::ints(&compute(&arguments.tuple(0)?, &arguments.tuple(1)?)?).into())
}
