//! Division of shapes (`shape_div`, `ceil_div`, `evenly_divides` in CuTe's `int_tuple.hpp`).

use crate::error::shortened;
use crate::{Error, IntTuple, ModePath, Nearest, checked};

/// The shape divided by `divisor`, an integer (divided out of the modes from left to right) or a tuple (mode by
/// mode); each division must be exact one way or the other, and gives at least 1.
///
/// # Errors
/// [`Error::ShapeDiv`] when neither number divides the other, [`Error::ProfileMismatch`], [`Error::NonPositiveSize`].
///
/// ```
/// use layout_algebra::{IntTuple, shape_div};
///
/// let shape: IntTuple = "(4,5,6)".parse()?;
/// assert_eq!(shape_div(&shape, &IntTuple::Int(40))?.to_string(), "(1,1,3)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn shape_div(shape: &IntTuple, divisor: &IntTuple) -> Result<IntTuple, Error> {
    check("shape_div", shape, divisor)?;
    divide("shape_div", shape, divisor, &|dividend, divisor| {
        if dividend % divisor == 0 || divisor % dividend == 0 {
            return Ok((dividend / divisor).max(1));
        }
        let nearest = Nearest::around(divisor, |divisor| dividend % divisor == 0 || divisor % dividend == 0);
        Err(Error::ShapeDiv { mode: ModePath::default(), dividend, divisor, nearest })
    })
}

/// The shape divided by `divisor`, rounded up: an integer is divided out of the modes from left to right, a tuple
/// mode by mode (modes without a divisor stay).
///
/// # Errors
/// [`Error::ProfileMismatch`] when the divisor has more modes than the shape, [`Error::NonPositiveSize`].
///
/// ```
/// use layout_algebra::{IntTuple, ceil_div};
///
/// let shape: IntTuple = "(10,8)".parse()?;
/// assert_eq!(ceil_div(&shape, &"(4,8)".parse()?)?.to_string(), "(3,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn ceil_div(shape: &IntTuple, divisor: &IntTuple) -> Result<IntTuple, Error> {
    check("ceil_div", shape, divisor)?;
    divide("ceil_div", shape, divisor, &|dividend, divisor| Ok(checked::ceil_div_positive(dividend, divisor)))
}

/// Whether the tiler of sizes divides the shape, mode by mode, without remainder.
///
/// # Errors
/// [`Error::NonPositiveSize`], [`Error::Overflow`].
pub fn evenly_divides(shape: &IntTuple, tiler: &IntTuple) -> Result<bool, Error> {
    check("evenly_divides", shape, tiler)?;
    match tiler {
        IntTuple::Tuple(_) if tiler.rank() > shape.rank() => Ok(false),
        IntTuple::Tuple(elements) => {
            // As in CuTe, modes beyond the tiler's are not looked at.
            for (mode, element) in shape.modes().iter().zip(elements) {
                if !evenly_divides(mode, element)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        IntTuple::Int(size) => {
            let repeats = ceil_div(shape, tiler)?.product()?;
            Ok(checked::mul("evenly_divides", *size, repeats)? == shape.product()?)
        }
    }
}

/// Both are shapes: within the limits, sizes of at least 1, products that fit.
fn check(operation: &'static str, shape: &IntTuple, divisor: &IntTuple) -> Result<(), Error> {
    for tuple in [shape, divisor] {
        crate::Layout::compact(tuple.clone()).map_err(|error| error.of_operation(operation))?;
    }
    Ok(())
}

fn divide(
    operation: &'static str,
    shape: &IntTuple,
    divisor: &IntTuple,
    quotient: &impl Fn(i64, i64) -> Result<i64, Error>,
) -> Result<IntTuple, Error> {
    match (shape, divisor) {
        (IntTuple::Int(size), IntTuple::Int(divisor)) => Ok(IntTuple::Int(quotient(*size, *divisor)?)),
        (IntTuple::Int(_), IntTuple::Tuple(_)) => {
            divide(operation, shape, &IntTuple::Int(divisor.product()?), quotient)
        }
        (IntTuple::Tuple(modes), IntTuple::Int(divisor)) => {
            let mut rest = *divisor;
            let mut result = Vec::with_capacity(modes.len());
            for (i, mode) in modes.iter().enumerate() {
                let divided = divide(operation, mode, &IntTuple::Int(rest), quotient);
                result.push(divided.map_err(|error| error.in_mode(i))?);
                rest = quotient(rest, mode.product()?).map_err(|error| error.in_mode(i))?;
            }
            Ok(IntTuple::Tuple(result))
        }
        (IntTuple::Tuple(modes), IntTuple::Tuple(divisors)) => {
            if divisors.len() > modes.len() || operation == "shape_div" && divisors.len() != modes.len() {
                return Err(Error::ProfileMismatch {
                    operation,
                    left: shortened(shape),
                    right: shortened(divisor),
                    mode: ModePath::default(),
                    difference: format!("rank {} against rank {}", modes.len(), divisors.len()),
                });
            }
            let one = IntTuple::Int(1);
            let divisors = divisors.iter().chain(std::iter::repeat(&one));
            let divided = modes.iter().zip(divisors).enumerate().map(|(i, (mode, divisor))| {
                divide(operation, mode, divisor, quotient).map_err(|error| error.in_mode(i))
            });
            Ok(IntTuple::Tuple(divided.collect::<Result<_, _>>()?))
        }
    }
}
