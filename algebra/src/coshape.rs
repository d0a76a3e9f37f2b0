//! The shape of the coordinates that a layout reaches (`coshape`, `cosize` in CuTe's `layout.hpp`).

use crate::codomain::{Axis, AxisModes, coprofile, modes_along};
use crate::stride::Stride;
use crate::{Coordinate, Error, IntTuple, Layout, checked, coalesce};

/// For each number of the offsets, one more than the largest distance: `1 + sum (size-1)*abs(stride)` along it.
///
/// An integer for integer strides, nested as the coordinates for coordinate strides.
///
/// # Errors
/// [`UnsupportedStride`](crate::ErrorKind::UnsupportedStride) when a stride is a sum of basis vectors or an XOR stride,
/// [`Overflow`](crate::ErrorKind::Overflow).
///
/// ```
/// use layout_algebra::{Coordinate, Layout, coshape};
///
/// let layout: Layout<Coordinate> = "(4,(3,2)):(1@1,(1@0,4@1))".parse()?;
/// assert_eq!(coshape(&layout)?.to_string(), "(3,8)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn coshape<D: Stride>(layout: &Layout<D>) -> Result<IntTuple, Error> {
    const OPERATION: &str = "coshape";
    let coalesced = coalesce(layout);
    let reach = |axis: &Axis| -> Result<i64, Error> {
        let mut modes = AxisModes::new();
        modes_along(OPERATION, coalesced.leaves(), axis, &mut modes)?;
        modes.into_iter().try_fold(1, |reach, mode| {
            let own = checked::mul(OPERATION, mode.size - 1, checked::abs(OPERATION, mode.step)?)?;
            checked::add(OPERATION, reach, own)
        })
    };
    coprofile(OPERATION, layout.leaves())?.try_map(&mut |axis| reach(axis))
}

impl Layout<Coordinate> {
    /// The size of the [`coshape`].
    ///
    /// # Errors
    /// Those of [`coshape`].
    pub fn cosize(&self) -> Result<i64, Error> {
        coshape(self).and_then(|shape| shape.product()).map_err(|error| error.of_operation("cosize"))
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, shape};
    use crate::make_identity_layout;

    proptest! {
        #[test]
        fn the_coshape_of_integers_is_the_cosize(layout in either_layout()) {
            prop_assert_eq!(coshape(&layout).unwrap(), IntTuple::Int(layout.cosize().unwrap()));
        }

        #[test]
        fn the_coshape_of_an_identity_is_its_shape(shape in shape()) {
            let identity = make_identity_layout(&shape).unwrap();
            prop_assert_eq!(coshape(&identity).unwrap(), shape.clone());
            prop_assert_eq!(identity.cosize(), shape.product());
        }
    }
}
