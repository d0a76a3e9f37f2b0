//! What a result is worth: the verdict that goes with every value CuTe computes.
//!
//! CuTe accepts operands for which its result is not what the operation means. Each function here computes CuTe's
//! result and decides whether it is: by the conditions of the CuTe paper (section 3.3.2) where they hold, else
//! by enumerating coordinates up to [`ENUMERATION_LIMIT`](crate::analysis::ENUMERATION_LIMIT).
//!
//! ```
//! use layout_algebra::{Layout, proof::{self, Verdict}};
//!
//! let a: Layout = "(4,6,8):(2,3,5)".parse()?;
//! let answer = proof::composition(&a, &"6:3".parse::<Layout>()?)?;
//! assert_eq!(answer.value.to_string(), "(2,3):(6,3)");
//! assert_eq!(answer.verdict, Verdict::Wrong { at: 2, expected: "7".to_owned(), found: "3".to_owned() });
//! # Ok::<(), layout_algebra::Error>(())
//! ```

mod composition;
mod conditions;
mod divide;
mod inverse;
mod product;

pub(crate) use composition::enumerate as enumerate_composition;
pub use composition::{composition, composition_tiler};
pub(crate) use composition::{judge as judge_composition, judge_tiler as judge_composition_tiler};
pub(crate) use divide::judge_logical as judge_divide;
pub use divide::{flat_divide, logical_divide, tiled_divide, zipped_divide};
pub(crate) use inverse::judge as judge_left_inverse;
pub use inverse::{complement, complement_in_cosize, left_inverse, right_inverse};
pub(crate) use product::judge_tiler as judge_product;
pub use product::{
    blocked_product, flat_product, logical_product, raked_product, tile_to_shape, tiled_product,
    zipped_product,
};

use crate::layout::LayoutRef;
use crate::stride::Stride;
use crate::{Error, IntTuple, Layout, crd2idx, idx2crd};

/// Whether the layout that CuTe computes is the mathematical answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The defining equation holds for every coordinate.
    Proved,
    /// CuTe accepts the operation, but its result differs from the definition.
    Wrong {
        /// First 1-D coordinate of the result at which the two differ.
        at: i64,
        /// What the definition gives there: an offset, or a coordinate. For a divide whose tiles do not make up
        /// the layout, an offset of the layout that no tile reaches.
        expected: String,
        /// What CuTe's layout gives there.
        found: String,
    },
    /// Right on the domain, but the result covers more than the input: a kernel needs a predicate.
    NeedsPredicate {
        /// Size that the result covers.
        covers: i64,
        /// Size of the input.
        of: i64,
        /// Elements of the last tile that are inside the input, along the first mode that does not divide.
        residue: i64,
    },
    /// A stated limit stopped the proof.
    Unproved {
        /// Which limit.
        limit: String,
    },
}

impl Verdict {
    /// The name in JSON: `proved`, `wrong`, `needs_predicate`, `unproved` (an error is `rejected`).
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Wrong { .. } => "wrong",
            Verdict::NeedsPredicate { .. } => "needs_predicate",
            Verdict::Unproved { .. } => "unproved",
        }
    }

    /// How much there is to say: the verdict of a whole is the gravest of its parts.
    fn gravity(&self) -> u8 {
        match self {
            Verdict::Proved => 0,
            Verdict::NeedsPredicate { .. } => 1,
            Verdict::Unproved { .. } => 2,
            Verdict::Wrong { .. } => 3,
        }
    }

    /// The graver of two verdicts; the first when equal.
    pub(crate) fn or_graver(self, other: Verdict) -> Verdict {
        if other.gravity() > self.gravity() { other } else { self }
    }

    /// The verdict of one mode as that of the whole, whose coordinate is that of the mode times `before`.
    fn at_multiple(self, before: i64) -> Verdict {
        match self {
            Verdict::Wrong { at, expected, found } => {
                Verdict::Wrong { at: at.saturating_mul(before), expected, found }
            }
            verdict => verdict,
        }
    }

    /// The verdict of a layout as that of the layout that `regroup` makes of it by moving modes.
    fn regrouped<D: Stride>(
        self,
        layout: &Layout<D>,
        regroup: impl FnOnce(&Layout) -> Result<Layout, Error>,
    ) -> Result<Verdict, Error> {
        let Verdict::Wrong { at, expected, found } = self else { return Ok(self) };
        // The coordinate takes the place of the stride, so it moves as the modes do.
        let coordinate = Layout::new(layout.shape(), idx2crd(at, &layout.shape())?)?;
        let moved = regroup(&coordinate)?;
        Ok(Verdict::Wrong { at: crd2idx(&moved.stride(), &moved.shape())?, expected, found })
    }
}

/// A value as CuTe computes it, and what it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<T> {
    /// What the user's program will hold.
    pub value: T,
    /// What that value is worth.
    pub verdict: Verdict,
}

impl<T> Answer<T> {
    /// A value that is right because of how it is computed: `coalesce`, `flatten`, `group`, ..
    pub fn exact(value: T) -> Self {
        Answer { value, verdict: Verdict::Proved }
    }
}

/// Whether `size` coordinates of a layout may be evaluated one by one: fewer when that takes long for each.
fn is_enumerable<D: Stride>(size: i64, layout: LayoutRef<'_, D>) -> bool {
    const LEAVES_FOR_FREE: usize = 64;
    let slowness = i64::try_from(1 + layout.leaves().len() / LEAVES_FOR_FREE).unwrap_or(i64::MAX);
    size <= crate::analysis::ENUMERATION_LIMIT / slowness
}

/// The verdict when there are more coordinates than are enumerated.
fn too_many(size: i64) -> Verdict {
    let limit = crate::analysis::ENUMERATION_LIMIT;
    Verdict::Unproved { limit: format!("{size} coordinates, and no more than {limit} are enumerated") }
}

/// `layout` at a coordinate that may have fewer modes than it: missing ones are 0.
fn value_at<D: Stride>(layout: LayoutRef<'_, D>, coordinate: &IntTuple) -> Result<D, Error> {
    layout.eval(&padded(coordinate, layout))
}

fn padded<D: Stride>(coordinate: &IntTuple, layout: LayoutRef<'_, D>) -> IntTuple {
    match coordinate {
        IntTuple::Tuple(indices) if layout.is_tuple() && indices.len() <= layout.rank() => {
            let zero = IntTuple::Int(0);
            let indices = indices.iter().chain(std::iter::repeat(&zero));
            IntTuple::Tuple(layout.modes().zip(indices).map(|(mode, index)| padded(index, mode)).collect())
        }
        _ => coordinate.clone(),
    }
}
