//! Operations on tuples of integers (`int_tuple.hpp`, and `compact_major` of `stride.hpp`).

use super::Integer;
use crate::error::shortened;
use crate::shape_div::Missing;
use crate::{Error, ErrorKind, IntTuple, ModePath, checked};

/// The product of all integers; a static 1 for `()`.
pub(super) fn product(tuple: &IntTuple<Integer>) -> Result<Integer, Error> {
    let mut leaves = tuple.leaves().into_iter();
    let Some(first) = leaves.next() else { return Ok(Integer::Static(1)) };
    leaves.try_fold(first.clone(), |product, next| product.times(next))
}

/// The product of each mode; an integer is its own only mode.
///
/// # Errors
/// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::symbolic::{product_each, shape_from_text};
///
/// let sizes = product_each(&shape_from_text("((2,M),4)")?)?;
/// assert_eq!(sizes.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2*M", "4"]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn product_each(tuple: &IntTuple<Integer>) -> Result<Vec<Integer>, Error> {
    tuple.modes().iter().map(product).collect()
}

/// The tuple of its integers without nesting; an integer stays one.
pub(super) fn flatten<T: Clone>(tuple: &IntTuple<T>) -> IntTuple<T> {
    match tuple {
        IntTuple::Int(_) => tuple.clone(),
        IntTuple::Tuple(_) => tuple.leaves().into_iter().cloned().collect(),
    }
}

/// `(4)` as `4`, as deep as it goes.
pub(super) fn unwrapped<T>(mut flat: Vec<T>) -> IntTuple<T> {
    match flat.len() {
        1 => IntTuple::Int(flat.remove(0)),
        _ => flat.into_iter().collect(),
    }
}

/// The tuple and one mode more; an integer counts as its own only mode.
pub(super) fn appended<T: Clone>(tuple: &IntTuple<T>, mode: &IntTuple<T>) -> IntTuple<T> {
    IntTuple::Tuple(tuple.modes().iter().chain([mode]).cloned().collect())
}

/// The tuple filled up to `rank` modes; as it is when it has them.
pub(super) fn appended_to_rank<T: Clone>(
    operation: &'static str,
    tuple: &IntTuple<T>,
    rank: usize,
    filler: &IntTuple<T>,
) -> Result<IntTuple<T>, Error> {
    let modes = tuple.rank();
    match modes.cmp(&rank) {
        std::cmp::Ordering::Equal => Ok(tuple.clone()),
        std::cmp::Ordering::Greater => {
            Err(Error::new(operation, ErrorKind::TilerRank { elements: modes, rank }).at(ModePath::default()))
        }
        std::cmp::Ordering::Less => {
            let fillers = std::iter::repeat_n(filler, rank - modes);
            Ok(IntTuple::Tuple(tuple.modes().iter().chain(fillers).cloned().collect()))
        }
    }
}

/// The strides of the compact layout that begins with `first`, leftmost mode fastest; a static 1 has stride 0.
pub(super) fn compact_major(shape: &IntTuple<Integer>, first: &Integer) -> Result<IntTuple<Integer>, Error> {
    let mut next = first.clone();
    shape.try_map(&mut |size| compact_step(size, &mut next))
}

fn compact_step(size: &Integer, next: &mut Integer) -> Result<Integer, Error> {
    if size.is_constant(1) {
        return Ok(Integer::Static(0));
    }
    let stride = next.clone();
    *next = next.times(size)?;
    Ok(stride)
}

/// As [`compact_major`], rightmost mode fastest.
pub(super) fn compact_row_major(shape: &IntTuple<Integer>) -> Result<IntTuple<Integer>, Error> {
    let mut next = Integer::Static(1);
    let sizes = shape.leaves();
    let strides: Result<Vec<Integer>, Error> =
        sizes.into_iter().rev().map(|size| compact_step(size, &mut next)).collect();
    let mut strides = strides?;
    // There is one for each size.
    Ok(shape.map(|_| strides.pop().unwrap_or(Integer::Static(0))))
}

/// The strides of a compact layout whose modes come in this order; an order that is no static integer comes behind
/// all that are, from left to right.
pub(super) fn compact_order(
    operation: &'static str,
    shape: &IntTuple<Integer>,
    order: &IntTuple<Integer>,
) -> Result<IntTuple<Integer>, Error> {
    let mut behind = order.leaves().into_iter().fold(0, |most, order| match order {
        Integer::Static(order) => most.max(*order),
        Integer::Dynamic(_) => most,
    });
    let mut places = Vec::new();
    for leaf in order.leaves() {
        places.push(match leaf {
            Integer::Static(place) => *place,
            Integer::Dynamic(_) => {
                behind = checked::add(operation, behind, 1)?;
                behind
            }
        });
    }
    let mut sizes = Vec::new();
    sizes_like(operation, shape, order, &mut sizes)?;
    let ranked: Vec<(i64, Integer)> = places.iter().copied().zip(sizes).collect();
    let mut places = places.into_iter();
    strides_in_order(shape, order, &mut places, &ranked)
}

/// The sizes of the shape where the order has its integers.
fn sizes_like(
    operation: &'static str,
    shape: &IntTuple<Integer>,
    order: &IntTuple<Integer>,
    sizes: &mut Vec<Integer>,
) -> Result<(), Error> {
    match (shape, order) {
        (_, IntTuple::Int(_)) => {
            sizes.push(product(shape)?);
            Ok(())
        }
        (IntTuple::Tuple(modes), IntTuple::Tuple(orders)) if modes.len() == orders.len() => {
            modes.iter().zip(orders).try_for_each(|(mode, order)| sizes_like(operation, mode, order, sizes))
        }
        _ => Err(mismatch(operation, shape, order)),
    }
}

fn strides_in_order(
    shape: &IntTuple<Integer>,
    order: &IntTuple<Integer>,
    places: &mut impl Iterator<Item = i64>,
    ranked: &[(i64, Integer)],
) -> Result<IntTuple<Integer>, Error> {
    if let (IntTuple::Tuple(modes), IntTuple::Tuple(orders)) = (shape, order) {
        let strides =
            modes.iter().zip(orders).map(|(mode, order)| strides_in_order(mode, order, places, ranked));
        return Ok(IntTuple::Tuple(strides.collect::<Result<_, _>>()?));
    }
    let place = places.next().unwrap_or(0);
    let before = ranked.iter().filter(|(other, _)| *other < place).map(|(_, size)| size.clone());
    compact_major(shape, &product(&before.collect())?)
}

/// The nesting of two tuples where an operation needs them alike.
pub(super) fn mismatch<A: std::fmt::Display, B: std::fmt::Display>(
    operation: &'static str,
    left: &IntTuple<A>,
    right: &IntTuple<B>,
) -> Error {
    let (mode, difference) = left
        .first_difference(right, &[])
        .unwrap_or_else(|| (ModePath::default(), "they nest alike".to_owned()));
    Error::new(
        operation,
        ErrorKind::ProfileMismatch { left: shortened(left), right: shortened(right), difference },
    )
    .at(mode)
}

/// `shape / divisor` rounded up: an integer is divided out of the modes from left to right, a tuple mode by mode.
///
/// # Errors
/// [`ErrorKind::ProfileMismatch`] when the divisor has more modes than the shape, [`ErrorKind::ZeroDivisor`].
pub fn ceil_div(shape: &IntTuple<Integer>, divisor: &IntTuple<Integer>) -> Result<IntTuple<Integer>, Error> {
    const OPERATION: &str = "ceil_div";
    let divided =
        divide(OPERATION, Missing::One, shape, divisor, &|size, divisor| size.ceil_quotient(divisor));
    divided.map_err(|error| error.of_operation(OPERATION))
}

/// As [`ceil_div`], where of two static integers one must divide the other.
///
/// # Errors
/// [`ErrorKind::ShapeDiv`], [`ErrorKind::ProfileMismatch`], [`ErrorKind::ZeroDivisor`].
pub fn shape_div(shape: &IntTuple<Integer>, divisor: &IntTuple<Integer>) -> Result<IntTuple<Integer>, Error> {
    const OPERATION: &str = "shape_div";
    let divided =
        divide(OPERATION, Missing::Refused, shape, divisor, &|size, divisor| match (size, divisor) {
            (Integer::Static(size), Integer::Static(divisor)) => {
                let divided = crate::shape_div(&IntTuple::Int(*size), &IntTuple::Int(*divisor))?;
                divided.product().map(Integer::Static)
            }
            _ => size.ceil_quotient(divisor),
        });
    divided.map_err(|error| error.of_operation(OPERATION))
}

/// The shape rounded up, integer by integer, to a multiple of `multiple`; integers without one stay. A mode that is a
/// tuple needs a tuple, as in CuTe.
///
/// ```
/// use layout_algebra::symbolic::{round_up, shape_from_text};
///
/// let rounded = round_up(&shape_from_text("(M,8)")?, &shape_from_text("(128,3)")?)?;
/// assert_eq!(rounded.to_string(), "(128*ceil_div(M,128),9)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::ProfileMismatch`], [`ErrorKind::ZeroDivisor`].
pub fn round_up(shape: &IntTuple<Integer>, multiple: &IntTuple<Integer>) -> Result<IntTuple<Integer>, Error> {
    match (shape, multiple) {
        (IntTuple::Int(size), IntTuple::Int(multiple)) => {
            size.ceil_quotient(multiple)?.times(multiple).map(IntTuple::Int)
        }
        (IntTuple::Tuple(modes), IntTuple::Tuple(multiples)) if multiples.len() <= modes.len() => {
            let one = IntTuple::Int(Integer::Static(1));
            let multiples = multiples.iter().chain(std::iter::repeat(&one));
            let rounded = modes.iter().zip(multiples).enumerate();
            let rounded = rounded
                .map(|(i, (mode, multiple))| round_up(mode, multiple).map_err(|error| error.in_mode(i)));
            Ok(IntTuple::Tuple(rounded.collect::<Result<_, _>>()?))
        }
        _ => Err(mismatch("round_up", shape, multiple)),
    }
}

fn divide(
    operation: &'static str,
    missing: Missing,
    shape: &IntTuple<Integer>,
    divisor: &IntTuple<Integer>,
    quotient: &impl Fn(&Integer, &Integer) -> Result<Integer, Error>,
) -> Result<IntTuple<Integer>, Error> {
    match (shape, divisor) {
        (IntTuple::Int(size), IntTuple::Int(divisor)) => quotient(size, divisor).map(IntTuple::Int),
        (IntTuple::Int(_), IntTuple::Tuple(_)) => {
            divide(operation, missing, shape, &IntTuple::Int(product(divisor)?), quotient)
        }
        (IntTuple::Tuple(modes), IntTuple::Int(divisor)) => {
            let mut rest = IntTuple::Int(divisor.clone());
            let mut result = Vec::new();
            for mode in modes {
                result.push(divide(operation, missing, mode, &rest, quotient)?);
                rest = divide(operation, missing, &rest, mode, quotient)?;
            }
            Ok(IntTuple::Tuple(result))
        }
        (IntTuple::Tuple(modes), IntTuple::Tuple(divisors)) => {
            if divisors.len() > modes.len() || missing == Missing::Refused && divisors.len() != modes.len() {
                return Err(mismatch(operation, shape, divisor));
            }
            let one = IntTuple::Int(Integer::Static(1));
            let divisors = divisors.iter().chain(std::iter::repeat(&one));
            let divided = modes
                .iter()
                .zip(divisors)
                .map(|(mode, divisor)| divide(operation, missing, mode, divisor, quotient));
            Ok(IntTuple::Tuple(divided.collect::<Result<_, _>>()?))
        }
    }
}

/// The shape without nesting, neighbours that are both static or both at run time multiplied (CuTe's
/// `coalesce(shape)`).
pub(super) fn coalesce_shape(shape: &IntTuple<Integer>) -> Result<IntTuple<Integer>, Error> {
    let mut coalesced: Vec<Integer> = Vec::new();
    for size in shape.leaves() {
        match coalesced.last_mut() {
            Some(last) if last.is_static() == size.is_static() => *last = last.times(size)?,
            _ => coalesced.push(size.clone()),
        }
    }
    match (coalesced.as_slice(), shape) {
        ([], _) => Ok(IntTuple::Int(Integer::Static(1))),
        // CuTe begins with the first integer, so one integer comes out as such.
        _ => Ok(unwrapped(coalesced)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::shape_from_text;

    #[test]
    fn a_nested_mode_is_rounded_up_by_a_tuple_alone() {
        let shape = |text: &str| shape_from_text(text).unwrap();
        for multiple in ["(4)", "(4,1)"] {
            let multiple = IntTuple::Tuple(shape(multiple).modes().to_vec());
            let refused = round_up(&shape("(M,(2,3))"), &multiple).unwrap_err();
            assert_eq!(refused.why(), "rank", "{multiple}");
        }
        let rounded = round_up(&shape("(M,(2,3))"), &shape("(4,(1,2))")).unwrap();
        assert_eq!(rounded.to_string(), "(4*ceil_div(M,4),(2,4))");
    }
}
