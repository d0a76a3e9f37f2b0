//! Casts of composed layouts: every function is cast (`upcast`, `downcast`, `recast_layout` in CuTe's
//! `layout_composed.hpp`).

use super::{AnyLayout, Function, FunctionChain};
use crate::recast_factors::recast_factors;
use crate::{Error, ErrorKind, checked};

/// [`upcast`](crate::upcast) of a composed layout: swizzle, offset and layout are each cast.
///
/// # Errors
/// Those of the plain operation; [`ErrorKind::BadFactor`] when the factor is no power of two,
/// [`ErrorKind::OffsetDivisibility`].
///
/// ```
/// use layout_algebra::{AnyLayout, ComposedLayout, composed_upcast};
///
/// let composed: ComposedLayout = "Sw<2,1,3> o 6 o (8,16):(16,1)".parse()?;
/// assert_eq!(composed_upcast(&composed.into(), 2)?.to_string(), "Sw<2,0,3> o 3 o (8,8):(8,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_upcast(layout: &AnyLayout, factor: i64) -> Result<AnyLayout, Error> {
    each_function(layout, |function| {
        Ok(match function {
            Function::Layout(layout) => Function::Layout(crate::upcast(layout, factor)?),
            Function::Swizzle(swizzle) => Function::Swizzle(swizzle.upcast(factor)?),
            Function::Offset(offset) => match offset.checked_rem(factor) {
                Some(0) => Function::Offset(offset / factor),
                _ => {
                    let kind = ErrorKind::OffsetDivisibility { offset: *offset, factor };
                    return Err(Error::new("upcast", kind));
                }
            },
        })
    })
}

/// [`downcast`](crate::downcast) of a composed layout: swizzle, offset and layout are each cast.
///
/// # Errors
/// Those of the plain operation; [`ErrorKind::BadFactor`] when the factor is no power of two,
/// [`ErrorKind::BadSwizzle`], [`ErrorKind::Overflow`].
pub fn composed_downcast(layout: &AnyLayout, factor: i64) -> Result<AnyLayout, Error> {
    each_function(layout, |function| {
        Ok(match function {
            Function::Layout(layout) => Function::Layout(crate::downcast(layout, factor)?),
            Function::Swizzle(swizzle) => Function::Swizzle(swizzle.downcast(factor)?),
            Function::Offset(offset) => Function::Offset(checked::mul("downcast", *offset, factor)?),
        })
    })
}

/// [`recast`](crate::recast) of a composed layout.
///
/// # Errors
/// Those of [`composed_upcast`] and [`composed_downcast`].
///
/// ```
/// use layout_algebra::{ComposedLayout, composed_recast};
///
/// let bytes: ComposedLayout = "Sw<3,4,3> o 0 o (8,128):(128,1)".parse()?;
/// assert_eq!(composed_recast(&bytes.into(), 8, 16)?.to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_recast(layout: &AnyLayout, old_bits: i64, new_bits: i64) -> Result<AnyLayout, Error> {
    let (more, fewer) = recast_factors(old_bits, new_bits)?;
    let upcasted = if more == 1 { Ok(layout.clone()) } else { composed_upcast(layout, more) };
    let recasted =
        if fewer == 1 { upcasted } else { upcasted.and_then(|layout| composed_downcast(&layout, fewer)) };
    recasted.map_err(|error| error.of_operation("recast"))
}

fn each_function(
    layout: &AnyLayout,
    cast: impl FnMut(&Function) -> Result<Function, Error>,
) -> Result<AnyLayout, Error> {
    // The layout is cast first, so that its refusal is the one that is told.
    let mut functions: Vec<Function> = layout.functions().iter().rev().map(cast).collect::<Result<_, _>>()?;
    functions.reverse();
    // CuTe does not drop a swizzle that the cast leaves without bits.
    FunctionChain::new(functions)?.into_layout()
}

impl From<FunctionChain> for AnyLayout {
    fn from(chain: FunctionChain) -> Self {
        AnyLayout::Chain(chain)
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::super::ComposedLayout;
    use super::*;
    use crate::Swizzle;
    use crate::arbitrary::permuted_layout;

    proptest! {
        #[test]
        fn upcast_and_downcast_count_in_other_units(
            layout in permuted_layout(),
            bits in 0..3_i64,
            offset in 0..8_i64,
        ) {
            let swizzle = Swizzle::new(bits, 1, 3).unwrap();
            let composed: AnyLayout = ComposedLayout::new(swizzle, offset * 2, layout).into();
            if let Ok(fine) = composed_downcast(&composed, 2) {
                prop_assert_eq!(composed_upcast(&fine, 2).unwrap(), composed.clone());
            }
        }
    }
}
