//! What decided the verdict of a result: which conditions held or failed, with their numbers, or that each coordinate was
//! tried.
//!
//! The functions have the names of the operations whose verdicts they explain, as in [`proof`]. The steps are told by the
//! proofs themselves, so they cannot disagree with the verdict; the last one holds it. The zipped, tiled and flat forms
//! only regroup modes: their verdicts are those of the logical form.
//!
//! ```
//! use layout_algebra::{Layout, explain};
//!
//! let lines = |a: &str, b: &str| -> Result<Vec<String>, layout_algebra::Error> {
//!     let steps = explain::verdict::composition(&a.parse::<Layout>()?, &b.parse::<Layout>()?)?;
//!     Ok(steps.into_iter().map(|step| step.text).collect())
//! };
//! assert_eq!(lines("(6,2):(8,2)", "(4,3):(3,1)")?, [
//!     "3:1 of B against (6,2):(8,2): 1 steps evenly over the sizes",
//!     "4:3 of B against (6,2):(8,2): its stride is more than the 2 that smaller strides reach, and 3 steps evenly over \
//!      the sizes",
//!     "the conditions of the paper (section 3.3.2) hold: proved for every coordinate",
//! ]);
//! assert_eq!(lines("(4,6,8):(2,3,5)", "6:3")?, [
//!     "6:3 of B against (4,6,8):(2,3,5): neither of the stride 3 there and the size 4 divides the other",
//!     "not all conditions hold, so each coordinate is tried: coordinate 2 goes to 3, and should go to 7",
//! ]);
//! # Ok::<(), layout_algebra::Error>(())
//! ```

use super::Step;
use crate::proof::{self, Verdict};
use crate::{Error, IntTuple, Layout, Stride, Tiler};

/// The steps that `judge` tells about a value, the verdict last.
fn judged(judge: impl FnOnce(&mut Vec<Step>) -> Result<Verdict, Error>) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    let verdict = judge(&mut steps)?;
    let is_told = steps
        .last()
        .is_some_and(|step| step.mode.0.is_empty() && step.value.as_deref() == Some(verdict.name()));
    if !is_told {
        steps.push(Step::verdict("together", &verdict));
    }
    Ok(steps)
}

/// What decided the verdict of [`proof::composition`].
///
/// # Errors
/// Those of the operation.
pub fn composition<D: Stride, E: Stride>(a: &Layout<D>, b: &Layout<E>) -> Result<Vec<Step>, Error> {
    let value = crate::composition(a, b)?;
    judged(|steps| proof::judge_composition(a.as_ref(), b.as_ref(), value.as_ref(), steps))
}

/// What decided the verdict of [`proof::composition_tiler`], mode by mode.
///
/// # Errors
/// Those of the operation.
pub fn composition_tiler<D: Stride, E: Stride>(a: &Layout<D>, tiler: &Tiler<E>) -> Result<Vec<Step>, Error> {
    let value = crate::composition_tiler(a, tiler)?;
    judged(|steps| proof::judge_composition_tiler(a, tiler, &value, steps))
}

/// What decided the verdict of [`proof::logical_divide`] and the other divides: for each mode the composition with (tile,
/// rest), and whether those reach every element.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::verdict::logical_divide(&"10:1".parse::<Layout>()?, &"4:1".parse()?)?;
/// assert_eq!(
///     steps.last().unwrap().text,
///     "(tile, rest) = (4,3):(1,4) reaches each of the 10 elements: it covers 12 of 10, so a kernel needs a predicate; the \
///      last tile holds 2"
/// );
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn logical_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    let value = crate::logical_divide(layout, tiler)?;
    judged(|steps| proof::judge_divide(layout, tiler, &value, steps))
}

/// What decided the verdict of [`proof::logical_product`] and the other products: for each mode the composition of the
/// block's complement with the grid.
///
/// # Errors
/// Those of the operation.
pub fn logical_product(block: &Layout, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    let value = crate::logical_product(block, tiler)?;
    judged(|steps| proof::judge_product(block, tiler, &value, steps))
}

/// What decided the verdict of [`proof::blocked_product`] and [`proof::raked_product`].
///
/// # Errors
/// Those of the operation.
pub fn blocked_product(block: &Layout, grid: &Layout) -> Result<Vec<Step>, Error> {
    crate::blocked_product(block, grid)?;
    // Both operands with as many modes as the longer one has, as the product zips them.
    let rank = block.rank().max(grid.rank());
    let filler = Layout::of_mode(1, 0);
    let block = crate::append_to_rank(block, rank, &filler)?;
    logical_product(&block, &Tiler::Layout(crate::append_to_rank(grid, rank, &filler)?))
}

/// What decided the verdict of [`proof::tile_to_shape`].
///
/// # Errors
/// Those of the operation.
pub fn tile_to_shape(
    block: &Layout,
    target: &IntTuple,
    order: Option<&IntTuple>,
) -> Result<Vec<Step>, Error> {
    crate::tile_to_shape(block, target, order)?;
    let (block, grid) = crate::tile_to_shape::block_and_grid(block, target, order)?;
    blocked_product(&block, &grid)
}

/// What decided the verdict of [`proof::left_inverse`].
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::verdict::left_inverse(&"(4,8):(1,5)".parse::<Layout>()?)?;
/// assert_eq!(
///     steps[0].text,
///     "no stride is less than what the modes of smaller stride reach: proved for every coordinate"
/// );
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn left_inverse<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    let value = crate::left_inverse(layout)?;
    judged(|steps| proof::judge_left_inverse(layout, &value, steps))
}

/// Why [`proof::right_inverse`] needs no test.
///
/// # Errors
/// Those of the operation.
pub fn right_inverse<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    crate::right_inverse(layout)?;
    let how = "right by construction: each mode it takes begins where the ones before end";
    Ok(vec![Step::verdict(how, &Verdict::Proved)])
}

/// Why [`proof::complement`] needs no test.
///
/// # Errors
/// Those of the operation.
pub fn complement<D: Stride>(layout: &Layout<D>, cotarget: &IntTuple) -> Result<Vec<Step>, Error> {
    crate::complement(layout, cotarget)?;
    let how =
        "right by construction: each gap ends before the next stride, in whole steps of what lies below it";
    Ok(vec![Step::verdict(how, &Verdict::Proved)])
}
