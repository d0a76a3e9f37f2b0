//! Complement with run-time integers (`complement` of `layout.hpp`).

use super::coalesce::{coalesce, filter};
use super::coordinates::cosize;
use super::integer_tuple::{ceil_div, coalesce_shape, compact_major};
use super::layout::Mode;
use super::{Integer, SymbolicLayout};
use crate::{Error, ErrorKind, IntTuple};

const OPERATION: &str = "complement";

/// The layout of the offsets below `cotarget` that the layout leaves free, in order.
///
/// # Errors
/// [`ErrorKind::NeedsStatic`] for run-time strides of more than one mode, which CuTe does not sort;
/// [`ErrorKind::NonInjective`] where CuTe refuses; [`ErrorKind::UnsupportedStride`] for coordinate strides.
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, complement, shape_from_text};
///
/// let tile: SymbolicLayout = "128:1".parse()?;
/// assert_eq!(complement(&tile, &shape_from_text("M")?)?.to_string(), "ceil_div(M,128):128");
/// let tile: SymbolicLayout = "4:lda".parse()?;
/// assert_eq!(complement(&tile, &shape_from_text("M")?)?.to_string(), "(lda,ceil_div(M,4*lda)):(1,4*lda)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn complement(layout: &SymbolicLayout, cotarget: &IntTuple<Integer>) -> Result<SymbolicLayout, Error> {
    let filtered = filter(layout)?;
    complement_of(&filtered, cotarget).map_err(|error| error.of_operation(OPERATION))
}

/// The complement in the layout's own cosize.
///
/// # Errors
/// Those of [`complement`].
pub fn complement_in_cosize(layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let filtered = filter(layout)?;
    let cotarget = IntTuple::Int(cosize(&filtered)?);
    complement_of(&filtered, &cotarget).map_err(|error| error.of_operation(OPERATION))
}

fn complement_of(filtered: &SymbolicLayout, cotarget: &IntTuple<Integer>) -> Result<SymbolicLayout, Error> {
    let mut modes: Vec<Mode> = filtered.tuple().leaves().into_iter().cloned().collect();
    if let Some(mode) = modes.iter().find(|mode| mode.stride.is_basis()) {
        let kind = ErrorKind::UnsupportedStride {
            stride: mode.stride.to_string(),
            reason: "CuTe has no complement of coordinate strides",
        };
        return Err(Error::new(OPERATION, kind));
    }
    if let [mode] = modes.as_slice()
        && mode.stride.is_constant(0)
    {
        return SymbolicLayout::compact(&coalesce_shape(cotarget)?);
    }
    if modes.len() > 1
        && let Some(mode) = modes.iter().find(|mode| !mode.stride.value.is_static())
    {
        let found = mode.stride.to_string();
        let what = "the strides of a layout of several modes";
        return Err(Error::new(OPERATION, ErrorKind::NeedsStatic { what, found }));
    }
    let mut result = Vec::new();
    let mut covered = Integer::Static(1);
    while !modes.is_empty() {
        // Strides of several modes are static, so the first of the smallest is the smallest.
        let least =
            (0..modes.len()).min_by_key(|&index| modes.get(index).and_then(|mode| mode.stride.value.known()));
        let mode = modes.remove(least.unwrap_or(0));
        let gap = mode.stride.value.quotient(&covered)?;
        if gap.is_constant(0) {
            return Err(overlap(filtered, &mode, &covered));
        }
        result.push(Mode::new(gap, covered));
        covered = mode.stride.value.times(&mode.size)?;
    }
    let rest = coalesce_shape(&ceil_div(cotarget, &IntTuple::Int(covered.clone()))?)?;
    let rest_stride = compact_major(&rest, &covered)?;
    let rest = SymbolicLayout::new(&rest, &rest_stride.map(|stride| stride.clone().into()))?;
    coalesce(&SymbolicLayout::from_modes([SymbolicLayout::of(result.into_iter().collect())?, rest])?)
}

/// A gap of a static 0: stride and what is covered are both static.
fn overlap(layout: &SymbolicLayout, mode: &Mode, covered: &Integer) -> Error {
    let leaves = layout.tuple().leaves();
    Error::new(
        OPERATION,
        ErrorKind::NonInjective {
            layout: layout.to_string(),
            mode: leaves.into_iter().position(|leaf| leaf == mode).unwrap_or(0),
            stride: mode.stride.value.known().unwrap_or(0),
            taken: covered.known().unwrap_or(0),
        },
    )
}
