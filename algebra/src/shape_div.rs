//! Division of shapes (`shape_div`, `ceil_div`, `evenly_divides` in CuTe's `int_tuple.hpp`).

use crate::error::shortened;
use crate::{Error, ErrorKind, IntTuple, ModePath, Nearest, checked};

/// The shape divided by `divisor`, an integer (divided out of the modes from left to right) or a tuple (mode by
/// mode); each division must be exact one way or the other, and gives at least 1.
///
/// # Errors
/// [`ErrorKind::ShapeDiv`] when neither number divides the other, [`ErrorKind::ProfileMismatch`],
/// [`ErrorKind::NonPositiveSize`].
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
    exact(shape, divisor).map_err(|mut error| {
        let mode = error.mode().cloned().unwrap_or_default();
        if let ErrorKind::ShapeDiv { dividend, divisor: refused, nearest } = error.kind_mut() {
            *nearest = match divisor {
                // What is left of an integer divisor in some mode is no argument: try others for the whole shape.
                IntTuple::Int(whole) => {
                    Nearest::around(*whole, |divisor| exact(shape, &IntTuple::Int(divisor)).is_ok())
                }
                IntTuple::Tuple(_) if stands_at(divisor, &mode.0, *refused) => {
                    Nearest::around(*refused, |divisor| divides(*dividend, divisor))
                }
                IntTuple::Tuple(_) => Nearest::default(),
            };
        }
        error
    })
}

/// Whether the mode at `path` is this number, rather than what is left of one that was divided among modes.
fn stands_at(tuple: &IntTuple, path: &[usize], number: i64) -> bool {
    match (tuple, path) {
        (IntTuple::Int(value), []) => *value == number,
        (IntTuple::Tuple(modes), [first, rest @ ..]) => {
            modes.get(*first).is_some_and(|mode| stands_at(mode, rest, number))
        }
        _ => false,
    }
}

/// Whether one of two numbers divides the other.
fn divides(a: i64, b: i64) -> bool {
    a % b == 0 || b % a == 0
}

/// [`shape_div`] whose refusal suggests nothing.
fn exact(shape: &IntTuple, divisor: &IntTuple) -> Result<IntTuple, Error> {
    divide("shape_div", Missing::Refused, shape, divisor, &|dividend, divisor| match divides(
        dividend, divisor,
    ) {
        true => Ok((dividend / divisor).max(1)),
        false => {
            let (mode, nearest) = (ModePath::default(), Nearest::default());
            Err(Error::new("shape_div", ErrorKind::ShapeDiv { dividend, divisor, nearest }).at(mode))
        }
    })
}

/// [`shape_div`] as CuTe computes it for run-time integers: what does not divide is rounded up, and nothing is refused.
///
/// # Errors
/// [`ErrorKind::ProfileMismatch`], [`ErrorKind::NonPositiveSize`].
///
/// ```
/// use layout_algebra::{IntTuple, shape_div, shape_div_rounding_up};
///
/// let (six, four) = (IntTuple::Int(6), IntTuple::Int(4));
/// assert_eq!(shape_div_rounding_up(&six, &four)?, IntTuple::Int(2));
/// assert_eq!(shape_div(&six, &four).unwrap_err().why(), "shape_div");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn shape_div_rounding_up(shape: &IntTuple, divisor: &IntTuple) -> Result<IntTuple, Error> {
    check("shape_div", shape, divisor)?;
    divide("shape_div", Missing::Refused, shape, divisor, &|dividend, divisor| {
        Ok(checked::ceil_div_positive(dividend, divisor))
    })
}

/// The part of the shape that [`shape_div`] by `divisor` divides out: the two multiply to the shape.
///
/// CuTe's documentation calls this keeping the first `divisor` elements: `(3,6,2,8) % 9` is `(3,3,1,1)`.
///
/// # Errors
/// Those of [`shape_div`].
///
/// ```
/// use layout_algebra::{IntTuple, shape_mod};
///
/// let shape: IntTuple = "(3,6,2,8)".parse()?;
/// assert_eq!(shape_mod(&shape, &IntTuple::Int(9))?.to_string(), "(3,3,1,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn shape_mod(shape: &IntTuple, divisor: &IntTuple) -> Result<IntTuple, Error> {
    let divided = shape_div(shape, divisor).map_err(|error| error.of_operation("shape_mod"))?;
    let rests = divided.leaves().into_iter().copied().collect::<Vec<_>>();
    let mut rests = rests.into_iter();
    // A quotient has the nesting of the shape, and each integer of it divides the shape's.
    Ok(shape.map(|size| size / rests.next().unwrap_or(1).max(1)))
}

/// The shape rounded up, integer by integer, to a multiple of `multiple`; modes without one stay.
///
/// # Errors
/// [`ErrorKind::ProfileMismatch`] when both nest differently, but for modes at the end that `multiple` lacks;
/// [`ErrorKind::NonPositiveSize`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{IntTuple, round_up};
///
/// let shape: IntTuple = "(7,(5,6))".parse()?;
/// assert_eq!(round_up(&shape, &"(4,(3,4))".parse()?)?.to_string(), "(8,(6,8))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn round_up(shape: &IntTuple, multiple: &IntTuple) -> Result<IntTuple, Error> {
    const OPERATION: &str = "round_up";
    check(OPERATION, shape, multiple)?;
    match (shape, multiple) {
        (IntTuple::Int(size), IntTuple::Int(multiple)) => {
            checked::mul(OPERATION, checked::ceil_div_positive(*size, *multiple), *multiple)
                .map(IntTuple::Int)
        }
        (IntTuple::Tuple(modes), IntTuple::Tuple(multiples)) if multiples.len() <= modes.len() => {
            let one = IntTuple::Int(1);
            let modes = modes.iter().enumerate().map(|(i, mode)| match multiples.get(i) {
                None if mode.is_tuple() => Err(nested_differently(OPERATION, mode, &one).in_mode(i)),
                None => Ok(mode.clone()),
                Some(multiple) => round_up(mode, multiple).map_err(|error| error.in_mode(i)),
            });
            Ok(IntTuple::Tuple(modes.collect::<Result<_, _>>()?))
        }
        _ => Err(nested_differently(OPERATION, shape, multiple)),
    }
}

fn nested_differently(operation: &'static str, left: &IntTuple, right: &IntTuple) -> Error {
    let describe = |tuple: &IntTuple| match tuple.is_tuple() {
        true => format!("a tuple of rank {}", tuple.rank()),
        false => "an integer".to_owned(),
    };
    Error::new(
        operation,
        ErrorKind::ProfileMismatch {
            left: shortened(left),
            right: shortened(right),
            difference: format!("{} against {}", describe(left), describe(right)),
        },
    )
    .at(ModePath::default())
}

/// The shape divided by `divisor`, rounded up: an integer is divided out of the modes from left to right, a tuple
/// mode by mode (modes without a divisor stay).
///
/// # Errors
/// [`ErrorKind::ProfileMismatch`] when the divisor has more modes than the shape, [`ErrorKind::NonPositiveSize`].
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
    divide("ceil_div", Missing::One, shape, divisor, &|dividend, divisor| {
        Ok(checked::ceil_div_positive(dividend, divisor))
    })
}

/// Whether the tiler of sizes divides the shape, mode by mode, without remainder.
///
/// # Errors
/// [`ErrorKind::NonPositiveSize`], [`ErrorKind::Overflow`].
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

/// What modes are divided by for which the divisor has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    /// By 1.
    One,
    /// Both have as many modes.
    Refused,
}

fn divide(
    operation: &'static str,
    missing: Missing,
    shape: &IntTuple,
    divisor: &IntTuple,
    quotient: &impl Fn(i64, i64) -> Result<i64, Error>,
) -> Result<IntTuple, Error> {
    match (shape, divisor) {
        (IntTuple::Int(size), IntTuple::Int(divisor)) => Ok(IntTuple::Int(quotient(*size, *divisor)?)),
        (IntTuple::Int(_), IntTuple::Tuple(_)) => {
            divide(operation, missing, shape, &IntTuple::Int(divisor.product()?), quotient)
        }
        (IntTuple::Tuple(modes), IntTuple::Int(divisor)) => {
            let mut rest = *divisor;
            let mut result = Vec::with_capacity(modes.len());
            for (i, mode) in modes.iter().enumerate() {
                let divided = divide(operation, missing, mode, &IntTuple::Int(rest), quotient);
                result.push(divided.map_err(|error| error.in_mode(i))?);
                rest = quotient(rest, mode.product()?).map_err(|error| error.in_mode(i))?;
            }
            Ok(IntTuple::Tuple(result))
        }
        (IntTuple::Tuple(modes), IntTuple::Tuple(divisors)) => {
            if divisors.len() > modes.len() || missing == Missing::Refused && divisors.len() != modes.len() {
                let kind = ErrorKind::ProfileMismatch {
                    left: shortened(shape),
                    right: shortened(divisor),
                    difference: format!("rank {} against rank {}", modes.len(), divisors.len()),
                };
                return Err(Error::new(operation, kind).at(ModePath::default()));
            }
            let one = IntTuple::Int(1);
            let divisors = divisors.iter().chain(std::iter::repeat(&one));
            let divided = modes.iter().zip(divisors).enumerate().map(|(i, (mode, divisor))| {
                divide(operation, missing, mode, divisor, quotient).map_err(|error| error.in_mode(i))
            });
            Ok(IntTuple::Tuple(divided.collect::<Result<_, _>>()?))
        }
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::shape;

    proptest! {
        #[test]
        fn quotient_and_kept_part_multiply_to_the_shape(shape in shape(), divisor in 1..60_i64) {
            let divisor = IntTuple::Int(divisor);
            let Ok(quotient) = shape_div(&shape, &divisor) else { return Ok(()) };
            let kept = shape_mod(&shape, &divisor).unwrap();
            let product: Vec<i64> = quotient.leaves().into_iter().zip(kept.leaves()).map(|(a, b)| a * b).collect();
            prop_assert_eq!(product, shape.leaves().into_iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(shape_div_rounding_up(&shape, &divisor), Ok(quotient));
        }

        #[test]
        fn rounding_up_gives_the_next_multiple(size in 1..1000_i64, multiple in 1..100_i64) {
            let rounded = *round_up(&IntTuple::Int(size), &IntTuple::Int(multiple)).unwrap().as_int().unwrap();
            prop_assert!(rounded % multiple == 0 && rounded >= size && rounded < size + multiple);
        }
    }

    /// The examples of CuTe's documentation (`02_layout_algebra.md`, "By-mode composition").
    #[test]
    fn the_first_elements_of_a_shape_are_kept() {
        let kept = |shape: &str, count| {
            shape_mod(&shape.parse().unwrap(), &IntTuple::Int(count)).unwrap().to_string()
        };
        assert_eq!(kept("(6,2)", 2), "(2,1)");
        assert_eq!(kept("(6,2)", 3), "(3,1)");
        assert_eq!(kept("(6,2)", 6), "(6,1)");
        assert_eq!(kept("(6,2)", 12), "(6,2)");
        assert_eq!(kept("(3,6,2,8)", 6), "(3,2,1,1)");
        assert_eq!(kept("(3,6,2,8)", 9), "(3,3,1,1)");
        assert_eq!(kept("(1,2,2,8)", 2), "(1,2,1,1)");
        assert_eq!(kept("(1,2,2,8)", 16), "(1,2,2,4)");
    }

    #[test]
    fn rounding_needs_the_same_nesting() {
        for (shape, multiple) in [("(7,5)", "4"), ("7", "(4,2)"), ("(7)", "(4,2)"), ("(7,(5,6))", "(4,3)")] {
            let refused = round_up(&shape.parse().unwrap(), &multiple.parse().unwrap());
            assert_eq!(refused.unwrap_err().why(), "rank", "{shape} {multiple}");
        }
        assert_eq!(
            round_up(&"(7,5)".parse().unwrap(), &"(4)".parse().unwrap()).unwrap().to_string(),
            "(8,5)"
        );
    }
}
