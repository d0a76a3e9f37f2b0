//! Comparisons of shapes (`congruent`, `weakly_congruent`, `compatible` in CuTe's `int_tuple.hpp`).

use crate::{Error, IntTuple};

/// Whether both nest alike, whatever the integers.
pub fn congruent<T, U>(a: &IntTuple<T>, b: &IntTuple<U>) -> bool {
    a.congruent(b)
}

/// Whether `b` nests like `a` or deeper: an integer of `a` may stand for a tuple of `b`.
///
/// ```
/// use layout_algebra::{IntTuple, weakly_congruent};
///
/// let a: IntTuple = "(4,12)".parse()?;
/// let b: IntTuple = "(4,(3,2))".parse()?;
/// assert!(weakly_congruent(&a, &b) && !weakly_congruent(&b, &a));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn weakly_congruent<T, U>(a: &IntTuple<T>, b: &IntTuple<U>) -> bool {
    // A list of pairs to compare instead of recursion: how deep they nest is the caller's choice.
    let mut pairs = vec![(a, b)];
    while let Some(pair) = pairs.pop() {
        match pair {
            (IntTuple::Int(_), _) => {}
            (IntTuple::Tuple(a), IntTuple::Tuple(b)) if a.len() == b.len() => pairs.extend(a.iter().zip(b)),
            (IntTuple::Tuple(_), _) => return false,
        }
    }
    true
}

/// Whether every coordinate of `a` is one of `b` too: `b` nests like `a` or deeper, with equal sizes at the
/// integers of `a`.
///
/// # Errors
/// [`Overflow`](crate::ErrorKind::Overflow) when a product of sizes does not fit.
///
/// ```
/// use layout_algebra::{IntTuple, compatible};
///
/// let a: IntTuple = "(4,6)".parse()?;
/// let b: IntTuple = "(4,(3,2))".parse()?;
/// assert!(compatible(&a, &b)? && !compatible(&b, &a)?);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn compatible(a: &IntTuple, b: &IntTuple) -> Result<bool, Error> {
    let mut pairs = vec![(a, b)];
    while let Some(pair) = pairs.pop() {
        match pair {
            (IntTuple::Int(size), b) if *size == b.product()? => {}
            (IntTuple::Tuple(a), IntTuple::Tuple(b)) if a.len() == b.len() => {
                // The first modes are to be compared first.
                pairs.extend(a.iter().zip(b).rev());
            }
            _ => return Ok(false),
        }
    }
    Ok(true)
}
