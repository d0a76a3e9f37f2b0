//! What emulator and GPU say alike about a checked result.

use crate::{
    Operand, RunError, WrongElement, data,
    plan::Copy,
    walk::{OffsetWalk, Placement},
};

/// The offset of a 1-D coordinate, by definition.
pub(crate) fn offset_of(operand: &Operand, index: i64) -> i64 {
    let inner = OffsetWalk::new(&operand.leaves(), index).next().unwrap_or_default();
    Placement::of(operand).place(inner)
}

/// Element `index` of a copy's destination, which is wrong; `read` gives the bits at an offset.
pub(crate) fn wrong_copy_element(
    copy: &Copy,
    width: u64,
    index: i64,
    read: impl FnOnce(i64) -> Result<u128, RunError>,
) -> Result<WrongElement, RunError> {
    let offset = offset_of(&copy.destination, index);
    let digits = 2 + 2 * usize::try_from(width).unwrap_or_default();
    let hexadecimal = |bits: u128| format!("{bits:#0digits$x}");
    Ok(WrongElement {
        coordinate: copy.destination.coordinate(index),
        offset,
        expected: hexadecimal(data::bits(offset_of(&copy.source, index), width)),
        found: hexadecimal(read(offset)?),
    })
}
