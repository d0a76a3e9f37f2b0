//! The instructions that copy shared memory to tensor memory (`SM100_UTCCP_*` in CuTe's `copy_traits_sm100.hpp`; `tcgen05.cp` in
//! PTX): which bits of tensor memory they write.

use super::LANE_STRIDE_BITS;
use crate::{Error, ErrorKind, IntTuple, Layout};

const LANES_OF_A_WARP: i64 = 32;

/// Of each shape of instruction: the sizes of its bits, and how many lanes or bits one is from the next.
#[rustfmt::skip]
const SHAPES: &[(&str, &[(i64, Step)])] = &[
    ("128dp256bit", &[(128, Step::Lanes(1)), (256, Step::Bit)]),
    ("128dp128bit", &[(128, Step::Lanes(1)), (128, Step::Bit)]),
    // It writes the last four lanes of each warp, and is modelled as if it wrote all.
    ("4dp256bit", &[(128, Step::Lanes(1)), (256, Step::Bit)]),
    ("4x32dp128bit",
     &[(32, Step::Lanes(1)), (128, Step::Bit), (4, Step::Lanes(LANES_OF_A_WARP))]),
    ("2x64dp128bitlw0213",
     &[(64, Step::Lanes(1)), (128, Step::Bit), (2, Step::Lanes(2 * LANES_OF_A_WARP))]),
    ("2x64dp128bitlw0123",
     &[(32, Step::Lanes(1)), (128, Step::Bit), (2, Step::Lanes(2 * LANES_OF_A_WARP)), (2, Step::Lanes(LANES_OF_A_WARP))]),
];

#[derive(Debug, Clone, Copy)]
enum Step {
    Bit,
    Lanes(i64),
}

/// The number of a bit that the instruction of this CuTe name writes to its address in tensor memory, in bits (`ValID`).
///
/// ```
/// use layout_algebra::atom::tmem::written_bits;
///
/// let bits = written_bits("SM100_UTCCP_4x32dp128bit_1cta")?;
/// assert_eq!(bits.to_string(), "(32,128,4):(2097152,1,67108864)");
/// assert!(written_bits("SM90_TMA_LOAD").is_err());
/// # Ok::<(), layout_algebra::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::UnknownAtom`].
pub fn written_bits(operation: &str) -> Result<Layout, Error> {
    let of_shape = |name: &str| SHAPES.iter().find(|(shape, _)| *shape == name);
    let shape = operation.strip_prefix("SM100_UTCCP_").and_then(|rest| {
        let (shape, ctas) = rest.rsplit_once('_')?;
        matches!(ctas, "1cta" | "2cta").then(|| of_shape(shape))?
    });
    let Some((_, modes)) = shape else {
        return Err(Error::of_value(ErrorKind::UnknownAtom { name: operation.to_owned() }));
    };
    let sizes: IntTuple = modes.iter().map(|(size, _)| *size).collect();
    let steps = modes.iter().map(|(_, step)| match step {
        Step::Bit => 1,
        Step::Lanes(lanes) => lanes * LANE_STRIDE_BITS,
    });
    Layout::new(sizes, steps.collect())
}
