//! XOR strides: offsets whose sum is XOR (section 2.3.1 of the CuTe paper, the `f_i` of its Figure 4c).
//!
//! An offset is a vector of bits, a sum is their XOR, and `n` times an offset is the carry-less product of both
//! numbers: what adding up the shifted copies gives when nothing carries. So `(4,4):(f1,f5)` is the same function as
//! `((2,2),(2,2)):((f1,f2),(f5,f10))`, and a layout whose sizes are powers of two is a matrix over F2.
//!
//! CuTe C++ has no such strides: what an operation gives is what its definition in the paper asks for, and what cannot
//! be had as a layout is an error.

mod complement;
mod composition;
mod inverse;
mod of_function;
mod span;

use std::fmt;

use crate::coalesce::coalesce_flat;
use crate::layout::FlatModes;
use crate::stride::{Leaf, Stride, integer_from_text};
use crate::{Error, ErrorKind, IntTuple, Layout, checked};

pub(crate) use complement::{complement, complement_with_extension, cosize_target};
pub(crate) use composition::{compose_with_xor, refuse_carries};
pub(crate) use inverse::{left_inverse, right_inverse};
pub use of_function::as_xor_layout;
pub(crate) use span::has_independent_bits;

/// A vector of bits as an offset: sums are XOR, multiples are carry-less products; prints `f5`.
///
/// ```
/// use layout_algebra::{Layout, Xor};
///
/// let swizzled: Layout<Xor> = "(4,4):(f1,f5)".parse()?;
/// let bit_by_bit: Layout<Xor> = "((2,2),(2,2)):((f1,f2),(f5,f10))".parse()?;
/// assert_eq!(swizzled.eval(&"(3,2)".parse()?)?.to_string(), "f9");
/// assert_eq!(swizzled.eval_all(16)?, bit_by_bit.eval_all(16)?);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Xor(u64);

/// The number of bits that an offset holds: as many as fit in an `i64`, which a coordinate is made of.
const BITS: u32 = 63;

impl Xor {
    /// The offset whose bits are those of `bits`; `None` when negative.
    pub fn new(bits: i64) -> Option<Self> {
        u64::try_from(bits).ok().map(Xor)
    }

    /// The bits, as a number of at least 0.
    pub fn bits(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }
}

/// The carry-less product; `None` beyond [`BITS`].
fn carry_less_product(by: u64, bits: u64) -> Option<u64> {
    let mut product = 0_u128;
    let mut rest = by;
    while rest != 0 {
        product ^= u128::from(bits) << rest.trailing_zeros();
        rest &= rest - 1;
    }
    u64::try_from(product).ok().filter(|product| product >> BITS == 0)
}

/// The layout of these modes, coalesced.
///
/// # Errors
/// [`ErrorKind::Overflow`] when its size does not fit.
fn coalesced<D: Stride>(operation: &'static str, modes: &FlatModes<D>) -> Result<Layout<D>, Error> {
    modes.iter().try_fold(1, |size, (mode, _)| checked::mul(operation, size, *mode))?;
    Ok(Layout::from_flat(coalesce_flat(modes)))
}

impl Stride for Xor {
    const IS_LINEAR: bool = false;
    type Inverse = Xor;

    fn zero() -> Self {
        Xor(0)
    }

    fn unit() -> Self {
        Xor(1)
    }

    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(Xor(self.0 ^ other.0))
    }

    /// The carry-less product; `None` for a negative factor, which has none.
    fn times(&self, by: i64) -> Option<Self> {
        carry_less_product(u64::try_from(by).ok()?, self.0).map(Xor)
    }

    fn between(&self, from: i64, to: i64) -> Option<Self> {
        // Every vector is its own inverse, so the difference of two multiples is their sum.
        self.times(from ^ to)
    }

    /// Below a power of two no sum with a multiple of it carries; below any other size one does.
    fn continued(&self, size: i64) -> Option<Self> {
        match self.0 {
            0 => Some(Xor(0)),
            _ if size > 0 && size.count_ones() == 1 => self.times(size),
            _ => None,
        }
    }

    fn as_bits(&self) -> Option<u64> {
        Some(self.0)
    }

    fn sum_error(operation: &'static str) -> Error {
        Error::new(
            operation,
            ErrorKind::UnsupportedStride {
                stride: "a multiple".to_owned(),
                reason: "XOR strides have no negative multiples, and none beyond 63 bits",
            },
        )
    }

    /// None: a multiple of a bit vector is no multiple of one unit.
    fn as_multiple(&self) -> Option<(&[usize], i64)> {
        None
    }

    fn along(_: &[usize], step: i64) -> Self {
        Xor(step.unsigned_abs())
    }

    fn to_coordinate(&self) -> IntTuple {
        IntTuple::Int(self.bits())
    }
}

impl Leaf for Xor {
    const EXPECTED: &'static str = "an XOR stride such as f5";

    /// Reads `f5`, and `0` for `f0`.
    fn from_text(text: &str) -> Option<Self> {
        match text.strip_prefix('f') {
            Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => {
                Xor::new(integer_from_text(digits)?)
            }
            Some(_) => None,
            None => (integer_from_text(text)? == 0).then_some(Xor(0)),
        }
    }
}

impl fmt::Display for Xor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "f{}", self.0)
    }
}

impl Layout<Xor> {
    /// One more than the largest offset.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedStride`] when a multiple does not fit, [`ErrorKind::TooLarge`] when too many sizes are
    /// no powers of two.
    ///
    /// ```
    /// use layout_algebra::{Layout, Xor};
    ///
    /// let layout: Layout<Xor> = "(4,(4,3)):(f1,(f5,f16))".parse()?;
    /// assert_eq!(layout.cosize()?, 48);
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn cosize(&self) -> Result<i64, Error> {
        span::cosize("cosize", self)
    }
}

#[cfg(test)]
pub(crate) mod arbitrary {
    use proptest::prelude::*;

    use super::Xor;
    use crate::arbitrary::shape;
    use crate::{IntTuple, Layout};

    /// The layout of `shape` with these strides.
    fn with_strides(shape: &IntTuple, strides: &[u64]) -> Layout<Xor> {
        let mut strides = strides.iter().copied();
        Layout::new(shape.clone(), shape.map(|_| Xor(strides.next().unwrap()))).unwrap()
    }

    /// A layout of sizes up to 6 and strides up to 40 bits wide values.
    pub(crate) fn layout() -> impl Strategy<Value = Layout<Xor>> {
        shape().prop_flat_map(|shape| {
            let leaves = shape.leaves().len();
            prop::collection::vec(0_u64..40, leaves).prop_map(move |strides| with_strides(&shape, &strides))
        })
    }

    /// A layout whose sizes are powers of two but for the last; strides as above, half of them powers of two.
    pub(crate) fn binary_layout() -> impl Strategy<Value = Layout<Xor>> {
        let stride = prop_oneof![0_u64..40, (0_u32..7).prop_map(|bit| 1 << bit)];
        (prop::collection::vec((0_u32..3, stride), 1..=4), 1_i64..8, any::<bool>()).prop_map(
            |(modes, last, is_binary)| {
                let count = modes.len();
                let sizes =
                    modes.iter().enumerate().map(|(i, (bits, _))| match i + 1 == count && !is_binary {
                        true => last,
                        false => 1 << bits,
                    });
                let strides: Vec<u64> = modes.iter().map(|&(_, stride)| stride).collect();
                with_strides(&sizes.collect(), &strides)
            },
        )
    }

    /// The offsets of the 1-D coordinates, each evaluated on its own.
    pub(crate) fn offsets(layout: &Layout<Xor>) -> Vec<i64> {
        (0..layout.size()).map(|index| layout.at(index).unwrap().bits()).collect()
    }
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::arbitrary::{binary_layout, layout, offsets};
    use super::*;
    use crate::{Layout, analysis, coalesce, filter, flatten};

    fn parsed(text: &str) -> Layout<Xor> {
        text.parse().unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn coalesce_and_filter_keep_the_function(layout in prop_oneof![layout(), binary_layout()]) {
            prop_assert_eq!(offsets(&coalesce(&layout)), offsets(&layout));
            prop_assert_eq!(offsets(&flatten(&layout)), offsets(&layout));
            let (mut filtered, mut all) = (offsets(&filter(&layout)), offsets(&layout));
            for offsets in [&mut filtered, &mut all] {
                offsets.sort_unstable();
                offsets.dedup();
            }
            prop_assert_eq!(filtered, all);
        }

        #[test]
        fn coalesce_merges_whatever_can_be_one_mode(size in 2..9_i64, next in 2..9_i64, stride in 1..40_u64, other in 0..400_u64) {
            let pair = Layout::new([size, next].into_iter().collect(), [Xor(stride), Xor(other)].into_iter().collect()).unwrap();
            let one = Layout::of_mode(size * next, Xor(stride));
            prop_assert_eq!(coalesce(&pair) == one, offsets(&pair) == offsets(&one));
            let continued = Xor(stride).times(size).unwrap();
            let pair = Layout::new([size, next].into_iter().collect(), [Xor(stride), continued].into_iter().collect()).unwrap();
            prop_assert_eq!(coalesce(&pair) == one, offsets(&pair) == offsets(&one));
        }

        #[test]
        fn the_iterator_gives_what_evaluation_gives(layout in layout()) {
            let iterated: Vec<i64> = layout.offsets().map(|offset| offset.unwrap().bits()).collect();
            prop_assert_eq!(iterated, offsets(&layout));
        }

        #[test]
        fn cosize_and_injectivity_are_what_enumeration_finds(layout in prop_oneof![layout(), binary_layout()]) {
            let mut all = offsets(&layout);
            prop_assert_eq!(layout.cosize().unwrap(), 1 + all.iter().max().unwrap());
            all.sort_unstable();
            let is_injective = all.windows(2).all(|pair| pair[0] != pair[1]);
            prop_assert_eq!(analysis::is_injective(&layout).unwrap(), is_injective);
        }

        #[test]
        fn printed_layouts_read_back(layout in layout()) {
            prop_assert_eq!(layout.to_string().parse::<Layout<Xor>>().unwrap(), layout);
        }
    }

    #[test]
    fn multiples_are_carry_less() {
        assert_eq!(Xor(5).times(3), Some(Xor(15)));
        assert_eq!(Xor(3).times(3), Some(Xor(5)));
        assert_eq!(Xor(1).times(-1), None);
        assert_eq!(Xor(1 << 62).times(2), None);
    }

    #[test]
    fn offsets_of_63_bits_are_an_overflow_and_no_panic() {
        let layout = parsed("(2,3):(f4611686018427387904,f1)");
        let top = IntTuple::Int(i64::MAX);
        for error in [
            crate::left_inverse(&layout).unwrap_err(),
            crate::complement(&layout, &top).unwrap_err(),
            parsed("2:f4611686018427387904").at(3).unwrap_err(),
        ] {
            assert!(["overflow", "unsupported_stride_kind"].contains(&error.why()), "{error}");
        }
        assert_eq!(crate::right_inverse(&layout).unwrap().to_string(), "3:f2");
        let half = crate::complement(&parsed("2:f2"), &top).unwrap();
        assert_eq!(half.to_string(), "(2,2305843009213693952):(f1,f4)");
    }

    #[test]
    fn negative_and_empty_shapes_are_refused() {
        assert!("(4,0):(f1,f5)".parse::<Layout<Xor>>().is_err());
        assert!("4:f-1".parse::<Layout<Xor>>().is_err());
        assert_eq!(parsed("():()").cosize(), Ok(1));
        assert_eq!(crate::right_inverse(&parsed("():()")).unwrap().to_string(), "1:f0");
        assert_eq!(crate::left_inverse(&parsed("():()")).unwrap().to_string(), "1:f0");
    }

    #[test]
    fn a_size_that_is_no_power_of_two_is_not_merged() {
        assert_eq!(coalesce(&parsed("(2,2):(f1,f2)")).to_string(), "4:f1");
        assert_eq!(coalesce(&parsed("(3,2):(f1,f3)")).to_string(), "(3,2):(f1,f3)");
    }

    #[test]
    fn kinds_of_strides_do_not_mix() {
        assert!("(4,4):(f1,4)".parse::<Layout<Xor>>().is_err());
        assert!("(4,4):(f1,1@0)".parse::<Layout<Xor>>().is_err());
        assert_eq!(parsed("(4,4):(f1,0)").to_string(), "(4,4):(f1,f0)");
    }
}
