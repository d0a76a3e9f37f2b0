//! Layouts with run-time integers at coordinates.

use layout_algebra::symbolic::{self, SymbolicIndex};

use super::{
    operands::tuple,
    value::{coordinate_of, has_names, layout_of},
    without_numbers::without_numbers,
};
use crate::{Evaluated, Refusal, Value};

/// `A(3)`, `A(i,(j,3))`, `A(_,k)` where names occur: evaluates, or slices.
pub(crate) fn apply(callee: &Value, coordinate: &Value) -> Option<Result<Evaluated, Refusal>> {
    if !has_names(callee) && !has_names(coordinate) {
        return None;
    }
    let (layout, coordinate) = (layout_of(callee)?, coordinate_of(coordinate)?);
    let is_open = coordinate.leaves().iter().any(|index| matches!(index, SymbolicIndex::All));
    let offset = symbolic::slice_offset(&coordinate, &layout);
    let applied = match is_open {
        true => offset.and_then(|offset| {
            // A slice that begins where the layout does is the layout's.
            let offset = Some(offset.to_string()).filter(|offset| offset != "0");
            Ok(Evaluated { offset, ..symbolic::slice(&coordinate, &layout)?.into() })
        }),
        false => offset.map(tuple),
    };
    Some(applied.map_err(|error| without_numbers(error.into())))
}
