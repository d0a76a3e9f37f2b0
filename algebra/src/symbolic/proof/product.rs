//! When the repeats of a product with run-time integers are where the grid says.

use super::composition::judge;
use super::inverse::judge_gaps;
use super::{Answer, Fact, Verdict, divides, refined, size_of};
use crate::symbolic::integer_tuple::product_each;
use crate::symbolic::product::{free_offsets, padded};
use crate::symbolic::tile_to_shape::block_and_grid;
use crate::symbolic::{Integer, SymbolicLayout, SymbolicTiler, cosize};
use crate::{Error, IntTuple};

macro_rules! products {
    ($($name:ident)*) => {
        $(
            #[doc = concat!("[`", stringify!($name), "`](crate::symbolic::", stringify!($name), "), and when each repeat \
                is where the grid says.")]
            ///
            /// # Errors
            #[doc = concat!("Those of [`", stringify!($name), "`](crate::symbolic::", stringify!($name), ").")]
            pub fn $name(block: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<Answer<SymbolicLayout>, Error> {
                let value = crate::symbolic::$name(block, tiler)?;
                let verdict = refined(|known| judge_tiler(&block.map(known)?, &tiler.map(known)?))?;
                Ok(Answer { value, verdict })
            }
        )*
    };
}

products! { logical_product zipped_product tiled_product flat_product }

/// [`blocked_product`](crate::symbolic::blocked_product), and when each repeat is where the grid says.
///
/// # Errors
/// Those of [`blocked_product`](crate::symbolic::blocked_product).
pub fn blocked_product(
    block: &SymbolicLayout,
    grid: &SymbolicLayout,
) -> Result<Answer<SymbolicLayout>, Error> {
    let value = crate::symbolic::blocked_product(block, grid)?;
    Ok(Answer { value, verdict: judge_padded("blocked_product", block, grid)? })
}

/// [`raked_product`](crate::symbolic::raked_product), and when each repeat is where the grid says.
///
/// # Errors
/// Those of [`raked_product`](crate::symbolic::raked_product).
pub fn raked_product(block: &SymbolicLayout, grid: &SymbolicLayout) -> Result<Answer<SymbolicLayout>, Error> {
    let value = crate::symbolic::raked_product(block, grid)?;
    Ok(Answer { value, verdict: judge_padded("raked_product", block, grid)? })
}

/// [`tile_to_shape`](crate::symbolic::tile_to_shape), and when it has the target shape.
///
/// # Errors
/// Those of [`tile_to_shape`](crate::symbolic::tile_to_shape).
///
/// ```
/// use layout_algebra::symbolic::{proof, shape_from_text};
///
/// let answer = proof::tile_to_shape(&"(8,64):(64,1)".parse()?, &shape_from_text("(M,64)")?, None)?;
/// assert_eq!(answer.verdict.to_string(), "needs a predicate unless M % 8 == 0");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn tile_to_shape(
    block: &SymbolicLayout,
    target: &IntTuple<Integer>,
    order: Option<&IntTuple<Integer>>,
) -> Result<Answer<SymbolicLayout>, Error> {
    let value = crate::symbolic::tile_to_shape(block, target, order)?;
    let (padded, grid) = block_and_grid(block, target, order)?;
    let mut verdict = judge_padded("tile_to_shape", &padded, &grid)?;
    let (sizes, targets) = (product_each(&padded.shape())?, product_each(target)?);
    for (size, target) in sizes.iter().zip(targets) {
        let (size, target) = (size.expression(), target.expression());
        if !target.is_multiple_of(&size) {
            verdict.round_up_unless(divides(&target, &size));
        }
    }
    Ok(Answer { value, verdict })
}

fn judge_padded(
    operation: &'static str,
    block: &SymbolicLayout,
    grid: &SymbolicLayout,
) -> Result<Verdict, Error> {
    let (block, grid) = padded(operation, block, grid)?;
    refined(|known| judge_grid(&block.map(known)?, &grid.map(known)?))
}

fn judge_tiler(block: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<Verdict, Error> {
    match tiler {
        SymbolicTiler::Keep => Ok(Verdict::default()),
        SymbolicTiler::Size(size) => judge_grid(block, &SymbolicLayout::of_size(size)),
        SymbolicTiler::Layout(grid) => judge_grid(block, grid),
        SymbolicTiler::ByMode(elements) => {
            let mut verdict = Verdict::default();
            for (mode, element) in block.modes().iter().zip(elements) {
                verdict = verdict.and(judge_tiler(mode, element)?);
            }
            Ok(verdict)
        }
    }
}

/// The grid must count offsets that the block leaves free, and all of them in order.
fn judge_grid(block: &SymbolicLayout, grid: &SymbolicLayout) -> Result<Verdict, Error> {
    let free = free_offsets(block, grid)?;
    let mut verdict = judge(&free, grid)?;
    judge_gaps(block, &mut verdict)?;
    let reach = cosize(grid)?.expression();
    if !size_of(&free).is_some_and(|size| size.is_at_least(&reach)) {
        verdict.lack(Fact::Beyond("the grid may count beyond the offsets that the block leaves free"));
    }
    Ok(verdict)
}
