//! Product: a block repeated over a grid (`logical_product` and its forms in CuTe's `layout.hpp`).

use crate::complement::complement_in_sizes;
use crate::composition::compose_into;
use crate::divide::compact_tile;
use crate::explain::{Step, Trace};
use crate::layout::{LayoutBuilder, LayoutRef};
use crate::zip::{check_underscores, flat, tile_unzip, tiled, zip};
use crate::{Error, ErrorKind, Layout, Tiler, TilerMode, append_to_rank, checked};

/// `(block, complement(block) ∘ grid)`: each mode that the tiler names becomes (block, repeats).
///
/// # Errors
/// [`ErrorKind::NonInjective`] (of the block), [`ErrorKind::StrideDivisibility`], [`ErrorKind::ShapeDivisibility`]
/// where CuTe refuses; [`ErrorKind::TilerRank`] when the tiler has more elements than the block has modes;
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, Tiler, logical_product};
///
/// let block: Layout = "(2,2):(4,1)".parse()?;
/// let grid: Tiler = "6:1".parse()?;
/// assert_eq!(logical_product(&block, &grid)?.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn logical_product(block: &Layout, tiler: &Tiler) -> Result<Layout, Error> {
    logical_product_traced(block, tiler, &mut ())
}

/// The product with all blocks in mode 0 and all repeats in mode 1: `((M,N),(RepeatM,RepeatN,..))`.
///
/// # Errors
/// Those of [`logical_product`], and [`ErrorKind::UnderscoreMode`].
pub fn zipped_product(block: &Layout, tiler: &Tiler) -> Result<Layout, Error> {
    // Here CuTe refuses the `_` before anything that the composition refuses.
    if let Tiler::ByMode(elements) = tiler {
        TilerMode::check_limits("zipped_product", elements)?;
        check_underscores("zipped_product", block.as_ref(), elements)?;
    }
    zipped_product_traced("zipped_product", block, tiler, &mut ())
}

/// The zipped product with mode 1 unpacked: `((M,N),RepeatM,RepeatN,..)`.
///
/// # Errors
/// Those of [`zipped_product`].
pub fn tiled_product(block: &Layout, tiler: &Tiler) -> Result<Layout, Error> {
    tiled_product_traced(block, tiler, &mut ())
}

/// The zipped product with both modes unpacked: `(M,N,RepeatM,RepeatN,..)`.
///
/// # Errors
/// Those of [`zipped_product`].
pub fn flat_product(block: &Layout, tiler: &Tiler) -> Result<Layout, Error> {
    flat_product_traced(block, tiler, &mut ())
}

/// The product mode by mode, blocks kept whole: mode i is (block mode i, grid mode i).
///
/// # Errors
/// Those of [`logical_product`], and [`ErrorKind::ZipProfile`].
///
/// ```
/// use layout_algebra::{Layout, blocked_product};
///
/// let block: Layout = "(2,5):(5,1)".parse()?;
/// let grid: Layout = "(3,4):(1,3)".parse()?;
/// assert_eq!(blocked_product(&block, &grid)?.to_string(), "((2,3),(5,4)):((5,10),(1,30))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn blocked_product(block: &Layout, grid: &Layout) -> Result<Layout, Error> {
    blocked_product_traced(block, grid, &mut ())
}

/// The product mode by mode, blocks interleaved: mode i is (grid mode i, block mode i).
///
/// # Errors
/// Those of [`logical_product`], and [`ErrorKind::ZipProfile`].
///
/// ```
/// use layout_algebra::{Layout, raked_product};
///
/// let block: Layout = "(2,5):(5,1)".parse()?;
/// let grid: Layout = "(3,4):(1,3)".parse()?;
/// assert_eq!(raked_product(&block, &grid)?.to_string(), "((3,2),(4,5)):((10,5),(30,1))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn raked_product(block: &Layout, grid: &Layout) -> Result<Layout, Error> {
    raked_product_traced(block, grid, &mut ())
}

const OPERATION: &str = "logical_product";

pub(crate) fn logical_product_traced(
    block: &Layout,
    tiler: &Tiler,
    trace: &mut impl Trace,
) -> Result<Layout, Error> {
    if let Tiler::ByMode(elements) = tiler {
        TilerMode::check_limits(OPERATION, elements)?;
    }
    let mut product = LayoutBuilder::new();
    match tiler {
        Tiler::Layout(grid) => product_by_layout(block.as_ref(), grid.as_ref(), &mut product, trace),
        Tiler::ByMode(elements) => product_by_mode(block.as_ref(), elements, &mut product, trace),
    }
    .map_err(|error| error.of_operation(OPERATION))?;
    let product = product.finish().map_err(|error| error.of_operation(OPERATION))?;
    trace.step(|| Step::result(OPERATION, "mode by mode (block, repeats)", &product));
    Ok(product)
}

pub(crate) fn tiled_product_traced(
    block: &Layout,
    tiler: &Tiler,
    trace: &mut impl Trace,
) -> Result<Layout, Error> {
    tiled(&zipped_product_traced("tiled_product", block, tiler, trace)?)
}

pub(crate) fn flat_product_traced(
    block: &Layout,
    tiler: &Tiler,
    trace: &mut impl Trace,
) -> Result<Layout, Error> {
    flat(&zipped_product_traced("flat_product", block, tiler, trace)?)
}

pub(crate) fn zipped_product_traced(
    operation: &'static str,
    block: &Layout,
    tiler: &Tiler,
    trace: &mut impl Trace,
) -> Result<Layout, Error> {
    let product =
        logical_product_traced(block, tiler, trace).map_err(|error| error.of_operation(operation))?;
    let zipped = tile_unzip(operation, &product, tiler)?;
    trace.step(|| Step::result(operation, "(blocks, repeats)", &zipped));
    Ok(zipped)
}

pub(crate) fn blocked_product_traced(
    block: &Layout,
    grid: &Layout,
    trace: &mut impl Trace,
) -> Result<Layout, Error> {
    const OPERATION: &str = "blocked_product";
    let (block_part, grid_part) = padded_product(OPERATION, block, grid, trace)?;
    zip(&block_part, &grid_part).unwrap_or_else(|| Err(zip_profile(OPERATION, block, grid)))
}

pub(crate) fn raked_product_traced(
    block: &Layout,
    grid: &Layout,
    trace: &mut impl Trace,
) -> Result<Layout, Error> {
    const OPERATION: &str = "raked_product";
    let (block_part, grid_part) = padded_product(OPERATION, block, grid, trace)?;
    zip(&grid_part, &block_part).unwrap_or_else(|| Err(zip_profile(OPERATION, block, grid)))
}

fn zip_profile(operation: &'static str, block: &Layout, grid: &Layout) -> Error {
    Error::new(operation, ErrorKind::ZipProfile { block: block.to_string(), grid: grid.to_string() })
}

/// The two halves of the logical product of both operands, filled up with `1:0` to the same rank.
fn padded_product(
    operation: &'static str,
    block: &Layout,
    grid: &Layout,
    trace: &mut impl Trace,
) -> Result<(Layout, Layout), Error> {
    let rank = block.rank().max(grid.rank());
    let filler = Layout::of_mode(1, 0);
    let block = append_to_rank(block, rank, &filler)?;
    let grid = append_to_rank(grid, rank, &filler)?;
    let mut product = LayoutBuilder::new();
    product_by_layout(block.as_ref(), grid.as_ref(), &mut product, trace)
        .map_err(|error| error.of_operation(operation))?;
    let product = product.finish().map_err(|error| error.of_operation(operation))?;
    Ok((product.mode(0)?, product.mode(1)?))
}

fn product_by_mode(
    block: LayoutRef<'_>,
    elements: &[TilerMode],
    product: &mut LayoutBuilder<i64>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    TilerMode::check_rank(OPERATION, elements, block.rank())?;
    product.tuple(block.rank());
    // Modes without an element stay as they are.
    let elements = elements.iter().chain(std::iter::repeat(&TilerMode::Keep));
    for (i, (mode, element)) in block.modes().zip(elements).enumerate() {
        let mut trace = trace.inside(i);
        match element {
            TilerMode::Keep => {
                product.layout(mode);
                Ok(())
            }
            TilerMode::Size(size) => {
                let grid = compact_tile(*size)?;
                product_by_layout(mode, grid.as_ref(), product, &mut trace)
            }
            TilerMode::Layout(grid) => product_by_layout(mode, grid.as_ref(), product, &mut trace),
            TilerMode::ByMode(elements) => product_by_mode(mode, elements, product, &mut trace),
        }
        .map_err(|error| error.in_mode(i))?;
    }
    Ok(())
}

fn product_by_layout(
    block: LayoutRef<'_>,
    grid: LayoutRef<'_>,
    product: &mut LayoutBuilder<i64>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    let start = product.mark();
    let free = free_offsets(block, grid, trace)?;
    product.tuple(2);
    product.layout(block);
    compose_into(free.as_ref(), grid, product, trace).map_err(|error| error.of_operand("grid"))?;
    trace.step(|| Step::result(OPERATION, "(block, complement∘grid)", &product.since(start)));
    Ok(())
}

/// The complement of the block in as many blocks as the grid names.
fn free_offsets(block: LayoutRef<'_>, grid: LayoutRef<'_>, trace: &mut impl Trace) -> Result<Layout, Error> {
    let cotarget = checked::mul(OPERATION, block.size(), grid.cosize()?)?;
    let mut free = LayoutBuilder::new();
    complement_in_sizes(block, &[cotarget], &mut free, trace)?;
    free.finish()
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::analysis::is_injective;
    use crate::arbitrary::{either_layout, gappy_layout, offsets, permuted_layout};
    use crate::proof::{self, Verdict};

    #[test]
    fn repeats_beyond_a_dropped_mode_of_the_complement_are_wrong() {
        // The complement is 10:1, and its element 10 is an offset of the block.
        let answer =
            proof::logical_product(&"(3,2):(10,47)".parse().unwrap(), &"12:1".parse().unwrap()).unwrap();
        assert_eq!(answer.value.to_string(), "((3,2),12):((10,47),1)");
        assert_eq!(
            answer.verdict,
            Verdict::Wrong { at: 60, expected: "94".to_owned(), found: "10".to_owned() }
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn proved_repeats_do_not_overlap(
            block in prop_oneof![either_layout(), gappy_layout()],
            grid in permuted_layout(),
        ) {
            let Ok(answer) = proof::logical_product(&block, &Tiler::Layout(grid)) else { return Ok(()) };
            if answer.verdict == Verdict::Proved && is_injective(&block).unwrap() {
                prop_assert!(is_injective(&answer.value).unwrap(), "{}", answer.value);
            }
        }

        #[test]
        fn every_repeat_is_the_shifted_block(block in either_layout(), grid in permuted_layout()) {
            let Ok(product) = logical_product(&block, &Tiler::Layout(grid)) else { return Ok(()) };
            let repeats = offsets(&product.mode(1).unwrap());
            let expected: Vec<i64> =
                repeats.iter().flat_map(|shift| offsets(&block).into_iter().map(move |offset| offset + shift)).collect();
            prop_assert_eq!(offsets(&product), expected);
        }

        #[test]
        fn blocked_and_raked_hold_the_same_offsets(block in permuted_layout(), grid in permuted_layout()) {
            let (Ok(blocked), Ok(raked)) = (blocked_product(&block, &grid), raked_product(&block, &grid)) else {
                return Ok(());
            };
            let (mut blocked, mut raked) = (offsets(&blocked), offsets(&raked));
            blocked.sort_unstable();
            raked.sort_unstable();
            prop_assert_eq!(blocked, raked);
        }
    }
}
