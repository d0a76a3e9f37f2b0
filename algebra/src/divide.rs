//! Divide: a layout as tiles of itself (`logical_divide` and its forms in CuTe's `layout.hpp`).

use smallvec::SmallVec;

use crate::coalesce::coalesce_flat;
use crate::complement::complement_in_sizes;
use crate::composition::{compose, compose_into};
use crate::explain::{Step, Trace};
use crate::layout::{LayoutBuilder, LayoutRef};
use crate::stride::Stride;
use crate::zip::{flat, tile_unzip, tiled};
use crate::{Error, ErrorKind, Layout, Nearest, Tiler, TilerMode};

/// `layout ∘ (tile, complement(tile))`: each mode that the tiler names becomes (tile, rest).
///
/// CuTe rounds up silently: when the tile does not divide the layout, the result covers more than the layout.
/// [`proof::logical_divide`](crate::proof::logical_divide) tells.
///
/// # Errors
/// [`ErrorKind::StrideDivisibility`], [`ErrorKind::ShapeDivisibility`], [`ErrorKind::NonInjective`] (of the tile) where
/// CuTe refuses; [`ErrorKind::TilerRank`] when the tiler has more elements than the layout has modes;
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, Tiler, logical_divide};
///
/// let layout: Layout = "(4,2,3):(2,1,8)".parse()?;
/// let tile: Tiler = "4:2".parse()?;
/// assert_eq!(logical_divide(&layout, &tile)?.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn logical_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Layout<D>, Error> {
    logical_divide_traced(layout, tiler, &mut ())
}

/// The divide with all tiles in mode 0 and all rests in mode 1: `((TileM,TileN),(RestM,RestN,..))`.
///
/// # Errors
/// Those of [`logical_divide`], and [`ErrorKind::UnderscoreMode`].
///
/// ```
/// use layout_algebra::{Layout, Tiler, zipped_divide};
///
/// let layout: Layout = "(9,(4,8)):(59,(13,1))".parse()?;
/// let tiler: Tiler = "<3:3,(2,4):(1,8)>".parse()?;
/// let divided = zipped_divide(&layout, &tiler)?;
/// assert_eq!(divided.to_string(), "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn zipped_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Layout<D>, Error> {
    zipped_divide_traced("zipped_divide", layout, tiler, &mut ())
}

/// The zipped divide with mode 1 unpacked: `((TileM,TileN),RestM,RestN,..)`.
///
/// # Errors
/// Those of [`zipped_divide`].
pub fn tiled_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Layout<D>, Error> {
    tiled_divide_traced(layout, tiler, &mut ())
}

/// The zipped divide with both modes unpacked: `(TileM,TileN,RestM,RestN,..)`.
///
/// # Errors
/// Those of [`zipped_divide`].
pub fn flat_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Layout<D>, Error> {
    flat_divide_traced(layout, tiler, &mut ())
}

pub(crate) fn tiled_divide_traced<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    trace: &mut impl Trace,
) -> Result<Layout<D>, Error> {
    tiled(&zipped_divide_traced("tiled_divide", layout, tiler, trace)?)
}

pub(crate) fn flat_divide_traced<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    trace: &mut impl Trace,
) -> Result<Layout<D>, Error> {
    flat(&zipped_divide_traced("flat_divide", layout, tiler, trace)?)
}

pub(crate) fn zipped_divide_traced<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    tiler: &Tiler,
    trace: &mut impl Trace,
) -> Result<Layout<D>, Error> {
    let divided =
        logical_divide_traced(layout, tiler, trace).map_err(|error| error.of_operation(operation))?;
    let zipped = tile_unzip(operation, &divided, tiler)?;
    trace.step(|| Step::result(operation, "(tiles, rests)", &zipped));
    Ok(zipped)
}

pub(crate) fn logical_divide_traced<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    trace: &mut impl Trace,
) -> Result<Layout<D>, Error> {
    if let Tiler::ByMode(elements) = tiler {
        TilerMode::check_limits(OPERATION, elements)?;
    }
    let mut divided = LayoutBuilder::new();
    match tiler {
        Tiler::Layout(tile) => divide_by_layout(layout.as_ref(), tile.as_ref(), &mut divided, trace),
        Tiler::ByMode(elements) => divide_by_mode(layout.as_ref(), elements, &mut divided, trace),
    }
    .map_err(|error| error.of_operation(OPERATION))?;
    let divided = divided.finish().map_err(|error| error.of_operation(OPERATION))?;
    trace.step(|| Step::result(OPERATION, "mode by mode (tile, rest)", &divided));
    Ok(divided)
}

const OPERATION: &str = "logical_divide";

fn divide_by_mode<D: Stride>(
    layout: LayoutRef<'_, D>,
    elements: &[TilerMode],
    divided: &mut LayoutBuilder<D>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    TilerMode::check_rank(OPERATION, elements, layout.rank())?;
    divided.tuple(layout.rank());
    // Modes without an element stay as they are.
    let elements = elements.iter().chain(std::iter::repeat(&TilerMode::Keep));
    for (i, (mode, element)) in layout.modes().zip(elements).enumerate() {
        let mut trace = trace.inside(i);
        match element {
            TilerMode::Keep => {
                divided.layout(mode);
                Ok(())
            }
            TilerMode::Size(size) => {
                let tile = compact_tile(*size)?;
                divide_by_layout(mode, tile.as_ref(), divided, &mut trace)
            }
            TilerMode::Layout(tile) => divide_by_layout(mode, tile.as_ref(), divided, &mut trace),
            TilerMode::ByMode(elements) => divide_by_mode(mode, elements, divided, &mut trace),
        }
        .map_err(|error| error.in_mode(i))?;
    }
    Ok(())
}

/// The layout that a size stands for as an element of a tiler.
///
/// # Errors
/// [`ErrorKind::NonPositiveSize`].
pub(crate) fn compact_tile(size: i64) -> Result<Layout, Error> {
    // CuTe gives size-1 modes a static stride of 0.
    Layout::checked_mode(size, i64::from(size != 1))
}

fn divide_by_layout<D: Stride>(
    layout: LayoutRef<'_, D>,
    tile: LayoutRef<'_>,
    divided: &mut LayoutBuilder<D>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    let pair = tile_and_rest(layout, tile, trace)?;
    trace.step(|| Step::result(OPERATION, "(tile, rest)", &pair));
    compose_into(layout, pair.as_ref(), divided, trace)
        .map_err(|error| with_nearest_tile(error.of_pair("tile", "rest of the tile"), layout, tile))
}

/// The right operand of the composition that divides `layout`: the tile and its complement in the layout.
///
/// With a tile that is larger than the layout, the rest is `1:0`.
pub(crate) fn tile_and_rest<D: Stride>(
    layout: LayoutRef<'_, D>,
    tile: LayoutRef<'_>,
    trace: &mut impl Trace,
) -> Result<Layout, Error> {
    let coalesced = coalesce_flat(layout.leaves());
    let mut sizes: SmallVec<[i64; 8]> = SmallVec::new();
    coalesced.iter().for_each(|(size, _)| sizes.push(*size));
    let mut pair = LayoutBuilder::new();
    pair.tuple(2);
    pair.layout(tile);
    complement_in_sizes(tile, &sizes, &mut pair, trace)?;
    pair.finish()
}

/// With the nearest numbers of the tile that divide the layout; those of the failed composition do not know of the rest.
#[cold]
fn with_nearest_tile<D: Stride>(mut error: Error, layout: LayoutRef<'_, D>, tile: LayoutRef<'_>) -> Error {
    let mode = error.mode().cloned().unwrap_or_default();
    let (operand, nearest, is_stride) = match error.kind_mut() {
        ErrorKind::ShapeDivisibility { operand, nearest, .. } => (*operand, nearest, false),
        ErrorKind::StrideDivisibility { operand, nearest, .. } => (*operand, nearest, true),
        _ => return error,
    };
    let leaves = tile.leaves();
    let (refused, is_stride) = match (operand, leaves) {
        ("tile", _) => {
            ((0..leaves.len()).find(|&leaf| tile.profile().path_of_leaf(leaf) == mode.0), is_stride)
        }
        // The rest follows from the tile: another size of the tile gives another rest.
        (_, [_]) => (Some(0), false),
        _ => (None, false),
    };
    let Some((refused, &(size, stride))) = refused.and_then(|leaf| Some((leaf, leaves.get(leaf)?))) else {
        *nearest = Nearest::default();
        return error;
    };
    let divides = |number: i64| {
        let mut leaf = 0..;
        let tile = tile.to_layout().map_modes(|&mode| match (leaf.next() == Some(refused), is_stride) {
            (false, _) => mode,
            (true, false) => (number, mode.1),
            (true, true) => (mode.0, number),
        });
        Layout::new(tile.shape(), tile.stride()).is_ok_and(|tile| divides_evenly(layout, tile.as_ref()))
    };
    *nearest = match is_stride {
        // Most sizes do not divide the layout's, which is found at once.
        false => Nearest::around(size, |size| layout.size() % size == 0 && divides(size)),
        true => Nearest::tried(stride, divides),
    };
    error
}

/// Whether the tile divides the layout into as many elements as it has.
fn divides_evenly<D: Stride>(layout: LayoutRef<'_, D>, tile: LayoutRef<'_>) -> bool {
    layout.size() % tile.size() == 0
        && tile_and_rest(layout, tile, &mut ())
            .and_then(|pair| compose(layout, pair.as_ref(), &mut ()))
            .is_ok_and(|divided| divided.size() == layout.size())
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets, permuted_layout};
    use crate::proof::{self, Verdict};

    fn sorted(layout: &Layout) -> Vec<i64> {
        let mut offsets = offsets(layout);
        offsets.sort_unstable();
        offsets
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn proved_tiles_make_up_the_layout(layout in permuted_layout(), tile in either_layout()) {
            let tiler = Tiler::Layout(tile);
            let Ok(answer) = proof::logical_divide(&layout, &tiler) else { return Ok(()) };
            let (divided, whole) = (sorted(&answer.value), sorted(&layout));
            match answer.verdict {
                Verdict::Proved => prop_assert_eq!(divided, whole),
                Verdict::NeedsPredicate { covers, of, .. } => {
                    prop_assert!(covers > of && whole.iter().all(|offset| divided.binary_search(offset).is_ok()));
                }
                verdict => prop_assert!(divided != whole, "{verdict:?}"),
            }
        }

        #[test]
        fn the_forms_of_a_divide_hold_the_same_offsets(layout in permuted_layout(), sizes in crate::arbitrary::shape()) {
            let tiler = Tiler::from_sizes(&sizes).unwrap();
            let Ok(logical) = logical_divide(&layout, &tiler) else { return Ok(()) };
            for form in [zipped_divide(&layout, &tiler), tiled_divide(&layout, &tiler), flat_divide(&layout, &tiler)] {
                prop_assert_eq!(sorted(&form.unwrap()), sorted(&logical));
            }
        }

        #[test]
        fn refusals_name_tiles_that_work(layout in either_layout(), size in 1..20_i64, stride in 1..20_i64) {
            let tiler = |size, stride| Tiler::Layout(Layout::of_mode(size, stride));
            let Err(error) = logical_divide(&layout, &tiler(size, stride)) else { return Ok(()) };
            let (nearest, is_stride) = match error.kind() {
                ErrorKind::StrideDivisibility { nearest, operand, .. } => (nearest, *operand == "tile"),
                ErrorKind::ShapeDivisibility { nearest, .. } => (nearest, false),
                _ => return Ok(()),
            };
            for number in [nearest.below, nearest.above].into_iter().flatten() {
                let tiler = if is_stride { tiler(size, number) } else { tiler(number, stride) };
                prop_assert_eq!(logical_divide(&layout, &tiler).unwrap().size(), layout.size());
            }
        }
    }
}
