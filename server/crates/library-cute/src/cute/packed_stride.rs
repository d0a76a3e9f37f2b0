//! `make_cute_packed_stride(Stride{}, (m,k,l))`: the strides of a matrix without gaps, and of a batch of them
//! (`cutlass/util/packed_stride.hpp`).

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::{
    call::{Call, Computed, LibraryFunction, Outcome, Runner},
    library::{refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::Refusal;

use crate::{
    cute::{
        operand::{argument, bare},
        tuple::is_of_run_time,
    },
    family::Family,
};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| match bare(name) {
        "make_cute_packed_stride" => Some(LibraryFunction::Asking(packed)),
        _ => None,
    },
    function_names: || vec!["make_cute_packed_stride"],
    ..Family::NONE
};

fn packed(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (strides, shape) = (strides(argument(call, 0)?)?, integers(argument(call, 1)?)?);
    let (first, second, batch, rows, columns, others) = match (strides.as_slice(), shape.as_slice()) {
        ([first, second, batch @ ..], [rows, columns, others @ ..]) => {
            (first, second, batch, rows, columns, others)
        }
        _ => return unknown("make_cute_packed_stride of these is not computed"),
    };
    let one = Integer::Static(1);
    let mut made = match (first, second) {
        (None, Some(1)) => vec![of_run_time(columns), one],
        (Some(1), None) => vec![one, of_run_time(rows)],
        _ => return unknown("make_cute_packed_stride of these strides is not computed"),
    };
    match (batch, others) {
        ([], _) => {}
        ([Some(0)], _) => made.push(Integer::Static(0)),
        ([None], [count]) => made.push(match count.known() {
            Some(count) if count > 1 => {
                let size = rows.times(columns).map_err(|error| Refusal::Unknown(error.to_string()))?;
                of_run_time(&size)
            }
            Some(_) => of_run_time(&Integer::Static(0)),
            // Of one matrix it is 0.
            None => runner.nameless(0),
        }),
        _ => return unknown("make_cute_packed_stride of these strides is not computed"),
    }
    Ok(Computed::plain(HostValue::tuple(made.iter().map(HostValue::integer).collect())))
}

/// The static strides of a type; none of those of run time.
fn strides(tuple: &HostValue) -> Result<Vec<Option<i64>>, Refusal> {
    refuse_unknown([tuple])?;
    let one = |element: &HostValue| match element.as_integer().filter(Integer::is_static) {
        Some(integer) => Ok(integer.known()),
        None if is_of_run_time(element) => Ok(None),
        None => unknown(
            element.unknown_reason().unwrap_or("make_cute_packed_stride of nested strides is not computed"),
        ),
    };
    elements(tuple)?.iter().map(one).collect()
}

/// What is written into a stride of run time.
fn of_run_time(number: &Integer) -> Integer {
    Integer::Dynamic(number.expression())
}

fn elements(tuple: &HostValue) -> Result<Vec<HostValue>, Refusal> {
    match tuple.elements() {
        Some(elements) => Ok(elements),
        None => unknown("make_cute_packed_stride of what is no tuple is not computed"),
    }
}

fn integers(tuple: &HostValue) -> Result<Vec<Integer>, Refusal> {
    refuse_unknown([tuple])?;
    let elements = elements(tuple)?;
    refuse_unknown(&elements)?;
    match elements.iter().map(HostValue::as_integer).collect() {
        Some(integers) => Ok(integers),
        None => unknown("make_cute_packed_stride of nested strides is not computed"),
    }
}
