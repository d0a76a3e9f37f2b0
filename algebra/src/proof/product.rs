//! The verdict of the products: the grid composed with the block's complement must be right.
//!
//! That repeats of distinct grid values do not overlap then needs no proof: the paper's complement is disjoint from
//! the block wherever the grid points (section 3.5).

use super::composition::enumerate;
use super::conditions::meets_paper_conditions;
use super::{Answer, Verdict};
use crate::coalesce::coalesce_flat;
use crate::complement::extended_complement;
use crate::composition::compose;
use crate::divide::compact_tile;
use crate::explain::{Step, Trace};
use crate::layout::LayoutRef;
use crate::zip::{Form, zip};
use crate::{Error, ErrorKind, IntTuple, Layout, Tiler, TilerMode, append_to_rank};

/// [`logical_product`](crate::logical_product), and whether each repeat is where the grid says.
///
/// # Errors
/// Those of [`logical_product`](crate::logical_product).
pub fn logical_product(block: &Layout, tiler: &Tiler) -> Result<Answer<Layout>, Error> {
    let value = crate::logical_product(block, tiler)?;
    let verdict = judge_tiler(block, tiler, &value, &mut ())?;
    Ok(Answer { value, verdict })
}

/// Whether each repeat of the block in `product` is where the grid says.
pub(crate) fn judge_tiler(
    block: &Layout,
    tiler: &Tiler,
    product: &Layout,
    trace: &mut impl Trace,
) -> Result<Verdict, Error> {
    match tiler {
        Tiler::Layout(grid) => judge_grid(block.as_ref(), grid.as_ref(), product.as_ref(), trace),
        Tiler::ByMode(elements) => judge_by_mode(block.as_ref(), elements, product.as_ref(), trace),
    }
}

/// [`zipped_product`](crate::zipped_product), and whether each repeat is where the grid says.
///
/// # Errors
/// Those of [`zipped_product`](crate::zipped_product).
pub fn zipped_product(block: &Layout, tiler: &Tiler) -> Result<Answer<Layout>, Error> {
    let value = crate::zipped_product(block, tiler)?;
    regrouped(block, tiler, value, |layout| Form::Zipped.of("zipped_product", layout, tiler))
}

/// [`tiled_product`](crate::tiled_product), and whether each repeat is where the grid says.
///
/// # Errors
/// Those of [`tiled_product`](crate::tiled_product).
pub fn tiled_product(block: &Layout, tiler: &Tiler) -> Result<Answer<Layout>, Error> {
    let value = crate::tiled_product(block, tiler)?;
    regrouped(block, tiler, value, |layout| Form::Tiled.of("tiled_product", layout, tiler))
}

/// [`flat_product`](crate::flat_product), and whether each repeat is where the grid says.
///
/// # Errors
/// Those of [`flat_product`](crate::flat_product).
pub fn flat_product(block: &Layout, tiler: &Tiler) -> Result<Answer<Layout>, Error> {
    let value = crate::flat_product(block, tiler)?;
    regrouped(block, tiler, value, |layout| Form::Flat.of("flat_product", layout, tiler))
}

/// [`blocked_product`](crate::blocked_product), and whether each repeat is where the grid says.
///
/// # Errors
/// Those of [`blocked_product`](crate::blocked_product).
pub fn blocked_product(block: &Layout, grid: &Layout) -> Result<Answer<Layout>, Error> {
    let value = crate::blocked_product(block, grid)?;
    zipped_modes(block, grid, value, zip)
}

/// [`raked_product`](crate::raked_product), and whether each repeat is where the grid says.
///
/// # Errors
/// Those of [`raked_product`](crate::raked_product).
pub fn raked_product(block: &Layout, grid: &Layout) -> Result<Answer<Layout>, Error> {
    let value = crate::raked_product(block, grid)?;
    zipped_modes(block, grid, value, |block, grid| zip(grid, block))
}

/// [`tile_to_shape`](crate::tile_to_shape), and whether each repeat is where the order says.
///
/// # Errors
/// Those of [`tile_to_shape`](crate::tile_to_shape).
pub fn tile_to_shape(
    block: &Layout,
    target: &IntTuple,
    order: Option<&IntTuple>,
) -> Result<Answer<Layout>, Error> {
    let value = crate::tile_to_shape(block, target, order)?;
    let (block, grid) = crate::tile_to_shape::block_and_grid(block, target, order)?;
    let verdict = blocked_product(&block, &grid)?.verdict;
    Ok(Answer { value, verdict })
}

/// `value` with the verdict of the logical product that it is a regrouping of.
fn regrouped(
    block: &Layout,
    tiler: &Tiler,
    value: Layout,
    regroup: impl FnOnce(&Layout) -> Result<Layout, Error>,
) -> Result<Answer<Layout>, Error> {
    let logical = logical_product(block, tiler)?;
    let verdict = logical.verdict.regrouped(&logical.value, regroup)?;
    Ok(Answer { value, verdict })
}

/// `value` with the verdict of the logical product whose halves it zips.
fn zipped_modes(
    block: &Layout,
    grid: &Layout,
    value: Layout,
    zip: impl FnOnce(&Layout, &Layout) -> Option<Result<Layout, Error>>,
) -> Result<Answer<Layout>, Error> {
    let rank = block.rank().max(grid.rank());
    let filler = Layout::of_mode(1, 0);
    let block = append_to_rank(block, rank, &filler)?;
    let grid = append_to_rank(grid, rank, &filler)?;
    let logical = logical_product(&block, &Tiler::Layout(grid))?;
    let verdict = logical.verdict.regrouped(&logical.value, |product| {
        let (block, grid) = (product.mode(0)?, product.mode(1)?);
        // Both halves have `rank` modes, so they zip; what did not would be judged as it is.
        zip(&block, &grid).unwrap_or_else(|| Ok(product.clone()))
    })?;
    Ok(Answer { value, verdict })
}

fn judge_by_mode(
    block: LayoutRef<'_>,
    elements: &[TilerMode],
    product: LayoutRef<'_>,
    trace: &mut impl Trace,
) -> Result<Verdict, Error> {
    let mut verdict = Verdict::Proved;
    let mut before = 1;
    for (i, ((mode, product), element)) in block.modes().zip(product.modes()).zip(elements).enumerate() {
        let mut trace = trace.inside(i);
        let of_mode = match element {
            TilerMode::Keep => Verdict::Proved,
            TilerMode::Size(size) => judge_grid(mode, compact_tile(*size)?.as_ref(), product, &mut trace)?,
            TilerMode::Layout(grid) => judge_grid(mode, grid.as_ref(), product, &mut trace)?,
            TilerMode::ByMode(elements) => judge_by_mode(mode, elements, product, &mut trace)?,
        };
        verdict = verdict.or_graver(of_mode.at_multiple(before));
        before *= product.size();
    }
    Ok(verdict)
}

fn judge_grid(
    block: LayoutRef<'_>,
    grid: LayoutRef<'_>,
    product: LayoutRef<'_>,
    trace: &mut impl Trace,
) -> Result<Verdict, Error> {
    let free = extended_complement(block)?;
    let free = free.as_ref();
    let no_such_mode =
        || Error::new("logical_product", ErrorKind::NoSuchMode { index: 1, rank: product.rank() });
    let repeats = product.mode(1).ok_or_else(no_such_mode)?;
    let is_composition = compose(free, grid, &mut ())
        .is_ok_and(|exact| coalesce_flat(exact.leaves()) == coalesce_flat(repeats.leaves()));
    let verdict = match is_composition && meets_paper_conditions(free, grid, trace)? {
        true => {
            let how = "complement∘grid: the conditions of the paper (section 3.3.2) hold";
            trace.step(|| Step::verdict(how, &Verdict::Proved));
            Verdict::Proved
        }
        false => {
            let verdict = enumerate(free, grid, repeats)?;
            let how = "complement∘grid: not all conditions hold, so each coordinate is tried";
            trace.step(|| Step::verdict(how, &verdict));
            verdict
        }
    };
    // The repeats are mode 1, behind the whole block.
    Ok(verdict.at_multiple(block.size()))
}
