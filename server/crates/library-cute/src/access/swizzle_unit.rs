//! A swizzle whose numbers count bytes, over elements that are wider.

use layout_algebra::{ComposedLayout, Layout, Swizzle, smem::SwizzleMode};
use layoutlens_operation::{Code, Value, Warning};

/// What the hardware swizzles at once: bits of one of its pieces.
const PIECE_BITS: i64 = 128;

/// Where a tensor in shared memory has elements of so many bits: that a swizzle of its layout has the numbers by which the hardware
/// swizzles bytes, and rows as wide as those of the hardware, but counts elements.
pub fn warning(layout: &Value, bits: i64) -> Option<Box<Warning>> {
    let Value::Composed(composed) = layout else { return None };
    let swizzle = composed.swizzle();
    let mode = SwizzleMode::of(&swizzle).filter(|mode| *mode != SwizzleMode::Interleave)?;
    if !matches!(bits, 16 | 32 | 64) || !has_rows_of(composed.layout(), 8 * mode.row_bytes() / bits) {
        return None;
    }
    let meant = swizzle.recast(8, bits).ok()?;
    let (piece, bytes) = (1_i64 << swizzle.base(), bits / 8);
    let message = format!(
        "{swizzle} counts elements here: it moves pieces of {piece} of them, {} bytes, and the {mode} of TMA, wgmma and ldmatrix moves \
         pieces of {} bytes; of {bytes}-byte elements that is {meant}: {}",
        piece * bytes,
        PIECE_BITS / 8,
        with(meant, composed)
    );
    Some(Box::new(Warning { code: Code::SwizzleUnit, message, short: None }))
}

fn with(swizzle: Swizzle, composed: &ComposedLayout) -> ComposedLayout {
    ComposedLayout::new(swizzle, *composed.offset(), composed.layout().clone())
}

/// Whether elements lie side by side in rows, of which the next one begins so many elements behind.
fn has_rows_of(layout: &Layout, elements: i64) -> bool {
    let leaves = layout.leaves();
    let has_stride = |wanted: i64| leaves.iter().any(|&(size, stride)| size > 1 && stride == wanted);
    has_stride(1) && has_stride(elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(layout: &str, bits: i64) -> Option<String> {
        let composed: ComposedLayout = layout.parse().unwrap();
        warning(&Value::from(composed), bits).map(|warning| warning.message)
    }

    #[test]
    fn a_swizzle_of_bytes_over_words_is_told_with_the_one_of_words() {
        let words = told("Sw<3,4,3> o 0 o (32,8):(1,32)", 32).unwrap();
        assert!(words.contains("pieces of 16 of them, 64 bytes"), "{words}");
        assert!(words.ends_with("that is Sw<3,2,3>: Sw<3,2,3> o 0 o (32,8):(1,32)"), "{words}");
        let halves = told("Sw<3,4,3> o 0 o (8,64):(64,1)", 16).unwrap();
        assert!(halves.ends_with("Sw<3,3,3> o 0 o (8,64):(64,1)"), "{halves}");
    }

    #[test]
    fn what_has_no_rows_of_the_hardware_or_counts_as_it_does_is_left_alone() {
        assert_eq!(told("Sw<3,4,3> o 0 o (8,128):(128,1)", 8), None);
        assert_eq!(told("Sw<3,2,3> o 0 o (32,8):(1,32)", 32), None);
        assert_eq!(told("Sw<3,4,3> o 0 o (64,8):(1,64)", 32), None);
    }
}
