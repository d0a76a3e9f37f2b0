//! What the DSL makes of a swizzle where a layout behind it changes.
//!
//! Measured with nvidia-cutlass-dsl 4.8.1: a slice keeps its swizzle while what is left runs over all bits that the swizzle
//! reads and changes. Of `Sw<1,4,3> o 0 o (8,64):(64,1)`, the slice at `(None, 0)` is `Sw<0,4,3> o 0 o
//! ((2,2,2)):((64,144,256))`: what the swizzle does is in the strides.

use layout_algebra::{ComposedLayout, Layout};

/// Whether the slice `rest` of `whole`, which begins at an offset, surely has the swizzle still.
pub(super) fn stays(whole: &ComposedLayout, rest: &ComposedLayout, begins_at: Option<&String>) -> bool {
    if whole.layout().size() == rest.layout().size() {
        return true;
    }
    let swizzle = whole.swizzle();
    let mask = swizzle.source_mask() | swizzle.target_mask();
    let is_beyond = match begins_at {
        None => true,
        Some(offset) => offset.parse::<i64>().is_ok_and(|offset| offset & mask == 0),
    };
    is_beyond && bits(rest.layout()).is_some_and(|bits| bits & mask == mask)
}

/// The bits that offsets of a layout may have, where its strides are powers of two.
fn bits(layout: &Layout) -> Option<i64> {
    let mut bits = 0_i64;
    for (size, stride) in layout.leaves().iter().filter(|(size, stride)| *size > 1 && *stride != 0) {
        let is_power = u64::try_from(*stride).is_ok_and(u64::is_power_of_two);
        let length = i64::BITS - (size - 1).leading_zeros();
        if !is_power || stride.trailing_zeros() + length >= i64::BITS {
            return None;
        }
        bits |= stride * ((1_i64 << length) - 1);
    }
    Some(bits)
}
