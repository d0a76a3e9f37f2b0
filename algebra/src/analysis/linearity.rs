//! Whether a function adds up: over 1-D coordinates, over the natural coordinates of a shape, or not at all.

use super::{ENUMERATION_LIMIT, OffsetFunction};
use crate::{Error, ErrorKind, IntTuple, Layout, checked, coalesce};

const OPERATION: &str = "linearity";

/// How a function adds up (section 2.4.4 of the CuTe paper), with the smallest coordinates that show it does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Linearity {
    /// Over 1-D coordinates: c goes to c times the stride.
    Linear {
        /// The stride.
        stride: i64,
    },
    /// Over the natural coordinates of the shape only: it is the layout of that shape and this stride.
    SemiLinear {
        /// The stride, congruent to the shape.
        stride: IntTuple,
        /// Two 1-D coordinates whose offsets do not add up to that of their sum,
        coordinates: (i64, i64),
        /// the sum of their offsets,
        expected: i64,
        /// and the offset of their sum.
        found: i64,
    },
    /// Not even over natural coordinates: no layout of that shape is this function.
    NonLinear {
        /// The first 1-D coordinate at which the layout that fits the unit coordinates differs.
        coordinate: i64,
        /// What that layout gives.
        expected: i64,
        /// What the function gives.
        found: i64,
    },
}

/// Whether a function on as many coordinates as `shape` has is linear, semi-linear, or neither.
///
/// Every layout is semi-linear over its own shape: the shape takes a coordinate to its natural coordinate, and the
/// stride is linear there.
///
/// # Errors
/// [`ErrorKind::BadFactor`] when shape and function differ in size; [`ErrorKind::TooLarge`] above [`ENUMERATION_LIMIT`]
/// coordinates; those of [`Layout::new`]; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Layout, analysis::{Linearity, linearity}};
///
/// let rows: Layout = "(2,2):(2,1)".parse()?;
/// let semi = Linearity::SemiLinear {
///     stride: "(2,1)".parse()?, coordinates: (1, 1), expected: 4, found: 1,
/// };
/// assert_eq!(linearity(&rows, &rows.shape())?, semi);
/// let swizzled: ComposedLayout = "Sw<1,0,1> o 0 o (2,2):(2,1)".parse()?;
/// assert_eq!(
///     linearity(&swizzled, &"(2,2)".parse()?)?,
///     Linearity::NonLinear { coordinate: 3, expected: 4, found: 2 }
/// );
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn linearity<F: OffsetFunction + ?Sized>(function: &F, shape: &IntTuple) -> Result<Linearity, Error> {
    let (size, of_shape) = (function.size(), shape.product()?);
    if size != of_shape {
        let reason = format!("the function has {size} coordinates, the shape {shape} has {of_shape}");
        return Err(Error::new(OPERATION, ErrorKind::BadFactor { reason }));
    }
    let unit = units(function, shape)?;
    let layout = Layout::new(shape.clone(), unit)?;
    if let Some(own) = function.as_layout()
        && own.shape() == *shape
    {
        return of_layout(&layout);
    }
    let found = function.offset_table(ENUMERATION_LIMIT).map_err(|error| error.of_operation(OPERATION))?;
    for ((coordinate, expected), found) in (0..).zip(layout.offsets()).zip(found) {
        let expected = expected?;
        if expected != found {
            return Ok(Linearity::NonLinear { coordinate, expected, found });
        }
    }
    of_layout(&layout)
}

/// The stride that fits the unit coordinates of a shape; 0 where its size is 1, for nothing tells it.
fn units<F: OffsetFunction + ?Sized>(function: &F, shape: &IntTuple) -> Result<IntTuple, Error> {
    let mut before = 1;
    shape.try_map(&mut |&size| {
        let unit = if size > 1 { function.offset_at(before)? } else { 0 };
        before = checked::mul(OPERATION, before, size)?;
        Ok(unit)
    })
}

/// A layout is linear when it coalesces to one mode; else the first mode ends where the next one goes on differently.
fn of_layout(layout: &Layout) -> Result<Linearity, Error> {
    match coalesce(layout).flat_modes().as_slice() {
        [] => Ok(Linearity::Linear { stride: 0 }),
        [(_, stride)] => Ok(Linearity::Linear { stride: *stride }),
        [(first_size, first), (_, found), ..] => Ok(Linearity::SemiLinear {
            stride: layout.stride(),
            coordinates: (first_size - 1, 1),
            expected: checked::mul(OPERATION, *first_size, *first)?,
            found: *found,
        }),
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets};
    use crate::{ComposedLayout, Swizzle};

    /// The first pair of coordinates that does not add up.
    fn first_pair(offsets: &[i64]) -> Option<(usize, usize)> {
        let size = offsets.len();
        (1..size)
            .flat_map(|sum| (1..sum).map(move |left| (left, sum - left)))
            .find(|&(left, right)| offsets[left] + offsets[right] != offsets[left + right])
    }

    proptest! {
        #[test]
        fn layouts_are_semi_linear_and_linear_when_all_sums_agree(layout in either_layout()) {
            let offsets = offsets(&layout);
            match linearity(&layout, &layout.shape()).unwrap() {
                Linearity::Linear { stride } => {
                    prop_assert!((0..).zip(&offsets).all(|(coordinate, offset)| *offset == coordinate * stride));
                }
                Linearity::SemiLinear { coordinates: (left, right), expected, found, .. } => {
                    prop_assert!(first_pair(&offsets).is_some());
                    let at = |coordinate: i64| offsets[usize::try_from(coordinate).unwrap()];
                    prop_assert_eq!((at(left) + at(right), at(left + right)), (expected, found));
                    prop_assert!(expected != found);
                }
                Linearity::NonLinear { .. } => prop_assert!(false),
            }
        }

        #[test]
        fn a_table_is_semi_linear_over_a_shape_exactly_when_it_is_a_layout_of_it(layout in either_layout(), bits in 0_i64..3) {
            let swizzle = Swizzle::new(bits, 0, 2).or(Swizzle::new(0, 0, 0)).unwrap();
            let shape = layout.shape();
            let composed = ComposedLayout::new(swizzle, 0, layout);
            let table = composed.eval_all(1 << 20).unwrap();
            let at = |coordinate: i64| table[usize::try_from(coordinate).unwrap()];
            match linearity(table.as_slice(), &shape).unwrap() {
                Linearity::NonLinear { coordinate, expected, found } => {
                    prop_assert_eq!(at(coordinate), found);
                    prop_assert!(expected != found);
                }
                Linearity::SemiLinear { stride, .. } => {
                    prop_assert_eq!(offsets(&Layout::new(shape, stride).unwrap()), table);
                }
                Linearity::Linear { stride } => {
                    prop_assert!((0..).zip(&table).all(|(coordinate, offset)| *offset == coordinate * stride));
                }
            }
        }
    }

    #[test]
    fn a_shape_of_another_size_is_refused() {
        let layout: Layout = "8:2".parse().unwrap();
        assert_eq!(
            linearity(&layout, &"(2,3)".parse().unwrap()).unwrap_err().to_string(),
            "linearity: the function has 8 coordinates, the shape (2,3) has 6"
        );
        assert_eq!(linearity(&layout, &"(2,4)".parse().unwrap()), Ok(Linearity::Linear { stride: 2 }));
        assert_eq!(linearity([0].as_slice(), &"1".parse().unwrap()), Ok(Linearity::Linear { stride: 0 }));
    }
}
