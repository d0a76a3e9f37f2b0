//! What emulator and GPU say alike about a checked result.

use crate::{
    ErrorCode, Operand, RunError, WrongElement, data,
    plan::Copy,
    walk::{OffsetWalk, Placement},
};

/// What the comparison of a result with its definition must come to, for a report says that every element was checked.
///
/// # Errors
/// [`ErrorCode::Internal`] where fewer or more elements were compared than there are.
pub(crate) fn all_compared(compared: u64, elements: u64) -> Result<(), RunError> {
    match compared == elements {
        true => Ok(()),
        false => Err(defect(format!("of {elements} elements {compared} were compared"))),
    }
}

/// Cells that are no element's and were written, where `written` cells were and `wrong` elements are wrong.
///
/// Elements have places of their own and no right one is poison: where each is right, as many cells as elements are
/// written, unless others were too. Where one is wrong that cannot be told, and need not.
///
/// # Errors
/// [`ErrorCode::Internal`] where all are right and fewer cells are written.
pub(crate) fn overwritten(wrong: u64, written: u64, elements: u64) -> Result<u64, RunError> {
    if wrong > 0 {
        return Ok(0);
    }
    let others = written.checked_sub(elements);
    others
        .ok_or_else(|| defect(format!("all {elements} elements are right, and {written} cells were written")))
}

/// The 1-D coordinate of the first of `wrong` elements, of `elements`, as the comparison found it.
///
/// # Errors
/// [`ErrorCode::Internal`] where some are wrong and the first of them is none of the elements.
pub(crate) fn first_of(wrong: u64, first: Option<i64>, elements: i64) -> Result<Option<i64>, RunError> {
    match (wrong, first) {
        (0, _) => Ok(None),
        (_, Some(first)) if (0..elements).contains(&first) => Ok(Some(first)),
        (_, first) => Err(defect(format!(
            "{wrong} of {elements} elements are wrong, and the first of them is {first:?}"
        ))),
    }
}

fn defect(what: String) -> RunError {
    RunError::new(ErrorCode::Internal, format!("a defect of LayoutLens: {what}, so the result is not shown"))
}

/// The offset of a 1-D coordinate, by definition.
///
/// # Errors
/// [`ErrorCode::Internal`] for a coordinate that the operand has not.
pub(crate) fn offset_of(operand: &Operand, index: i64) -> Result<i64, RunError> {
    let inner = OffsetWalk::new(&operand.leaves(), index).next();
    let inner = inner.ok_or_else(|| defect(format!("{operand} has no element {index}")))?;
    Ok(Placement::of(operand).place(inner))
}

/// Element `index` of a copy's destination, which is wrong; `read` gives the bits at an offset.
pub(crate) fn wrong_copy_element(
    copy: &Copy,
    width: u64,
    index: i64,
    read: impl FnOnce(i64) -> Result<u128, RunError>,
) -> Result<WrongElement, RunError> {
    let offset = offset_of(&copy.destination, index)?;
    // An element has 16 bytes at most.
    let digits = usize::try_from(2 + 2 * width).unwrap_or_default();
    let hexadecimal = |bits: u128| format!("{bits:#0digits$x}");
    Ok(WrongElement {
        coordinate: copy.destination.coordinate(index),
        offset,
        expected: hexadecimal(data::bits(offset_of(&copy.source, index)?, width)),
        found: hexadecimal(read(offset)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_that_were_not_compared_are_no_right_ones() {
        assert_eq!(all_compared(64, 64), Ok(()));
        let error = all_compared(63, 64).unwrap_err();
        assert_eq!(error.code, ErrorCode::Internal);
        assert!(error.message.contains("of 64 elements 63 were compared"), "{error}");
    }

    #[test]
    fn right_elements_are_written() {
        assert_eq!(overwritten(0, 64, 64), Ok(0));
        assert_eq!(overwritten(0, 66, 64), Ok(2));
        assert_eq!(overwritten(1, 66, 64), Ok(0), "one of the written may be the wrong one");
        assert_eq!(overwritten(0, 63, 64).unwrap_err().code, ErrorCode::Internal);
    }

    #[test]
    fn a_wrong_element_is_one_of_the_elements() {
        assert_eq!(first_of(0, None, 64), Ok(None));
        assert_eq!(first_of(2, Some(63), 64), Ok(Some(63)));
        for first in [None, Some(64), Some(-1)] {
            assert_eq!(first_of(2, first, 64).unwrap_err().code, ErrorCode::Internal);
        }
        let operand: Operand = "(4,8):(8,1)".parse().unwrap();
        assert_eq!(offset_of(&operand, 31), Ok(31));
        assert_eq!(offset_of(&operand, 32).unwrap_err().code, ErrorCode::Internal);
    }
}
