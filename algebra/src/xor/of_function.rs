//! Swizzled layouts as layouts with XOR strides: a swizzle is linear over F2, so its strides say what it does.

use super::Xor;
use super::span::index_bits;
use crate::coalesce::coalesce_flat;
use crate::layout::FlatModes;
use crate::{AnyLayout, Error, ErrorKind, IntTuple, Layout, analysis};

/// The layout with XOR strides that is the same function with the same coordinates; `None` when there is none: where
/// offset 0 is not the first, offsets are negative, or sums carry.
///
/// # Errors
/// [`ErrorKind::TooLarge`] when there are more than [`analysis::ENUMERATION_LIMIT`] coordinates, which are all
/// compared; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{ComposedLayout, as_xor_layout};
///
/// let swizzled: ComposedLayout = "Sw<3,0,3> o 0 o (8,8):(1,8)".parse()?;
/// let strides = as_xor_layout(&swizzled.into())?.map(|layout| layout.to_string());
/// assert_eq!(strides.as_deref(), Some("(8,8):(f1,f9)"));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn as_xor_layout(layout: &AnyLayout) -> Result<Option<Layout<Xor>>, Error> {
    let Some(domain) = layout.domain() else { return Ok(None) };
    let limit = analysis::ENUMERATION_LIMIT;
    if domain.size() > limit {
        let (what, found) = ("size", domain.size());
        return Err(Error::new("as_xor_layout", ErrorKind::TooLarge { what, found, limit }));
    }
    let mut place = 1;
    let Some(candidate) = mode_by_mode(layout, &domain.shape(), &mut place)? else { return Ok(None) };
    for index in 0..domain.size() {
        let value = candidate.at(index).map(Xor::bits);
        // A multiple that does not fit is not the function's.
        if value != Ok(layout.at(index)?) {
            return Ok(None);
        }
    }
    Ok(Some(candidate))
}

/// The modes whose strides are where the single bits of their indices go; `place` is the product of the sizes before.
fn mode_by_mode(layout: &AnyLayout, shape: &IntTuple, place: &mut i64) -> Result<Option<Layout<Xor>>, Error> {
    match shape {
        IntTuple::Tuple(shapes) => {
            let mut modes = Vec::with_capacity(shapes.len());
            for shape in shapes {
                let Some(mode) = mode_by_mode(layout, shape, place)? else { return Ok(None) };
                modes.push(mode);
            }
            Layout::from_modes(modes).map(Some)
        }
        IntTuple::Int(size) => {
            let at = |index: i64| -> Result<Option<Xor>, Error> { Ok(Xor::new(layout.at(*place * index)?)) };
            let bits = if size.count_ones() == 1 { index_bits(*size) } else { 1 };
            let step = if size.count_ones() == 1 { 2 } else { *size };
            let mut modes: FlatModes<Xor> = FlatModes::new();
            for bit in 0..bits {
                let Some(stride) = at(1 << bit)? else { return Ok(None) };
                modes.push((step, stride));
            }
            *place *= size;
            Ok(Some(Layout::from_flat(coalesce_flat(&modes))))
        }
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, permuted_layout};
    use crate::{ComposedLayout, Swizzle};

    proptest! {
        #[test]
        fn the_strides_give_the_same_offsets(
            layout in prop_oneof![either_layout(), permuted_layout()],
            bits in 0..3_i64,
            base in 0..3_i64,
            offset in 0..3_i64,
        ) {
            let composed = ComposedLayout::new(Swizzle::new(bits, base, 3).unwrap(), offset, layout);
            let offsets = composed.eval_all(1 << 16).unwrap();
            if let Some(strides) = as_xor_layout(&composed.into()).unwrap() {
                prop_assert_eq!(strides.eval_all(1 << 16).unwrap().into_iter().map(Xor::bits).collect::<Vec<_>>(), offsets);
            }
        }

        #[test]
        fn swizzles_of_compact_powers_of_two_have_xor_strides(
            sizes in prop::collection::vec(0..4_u32, 1..4),
            bits in 0..3_i64,
            base in 0..3_i64,
        ) {
            let shape = sizes.into_iter().map(|bits| 1_i64 << bits).collect();
            let layout = Layout::compact(shape).unwrap();
            let composed = ComposedLayout::new(Swizzle::new(bits, base, 3).unwrap(), 0, layout);
            prop_assert!(as_xor_layout(&composed.into()).unwrap().is_some());
        }
    }

    #[test]
    fn a_function_that_does_not_begin_at_zero_has_none() {
        let composed: ComposedLayout = "Sw<2,0,3> o 4 o 8:1".parse().unwrap();
        assert_eq!(as_xor_layout(&composed.into()), Ok(None));
    }
}
