//! Zip: modes regrouped as (tile, rest) (`zip2_by`, `zip` of CuTe's `tuple_algorithms.hpp`).

use super::SymbolicLayout;
use super::tiler::SymbolicTiler;
use crate::error::shortened;
use crate::{Error, ErrorKind, ModePath};

/// Gathers the first halves of the (tile, rest) pairs that stand at the tiler's elements in mode 0, the second halves
/// and all further modes in mode 1.
pub(super) fn tile_unzip(
    operation: &'static str,
    layout: &SymbolicLayout,
    tiler: &SymbolicTiler,
) -> Result<SymbolicLayout, Error> {
    let (tile, rest) = unzip(operation, layout, tiler)?;
    SymbolicLayout::from_modes([tile, rest])
}

fn unzip(
    operation: &'static str,
    layout: &SymbolicLayout,
    tiler: &SymbolicTiler,
) -> Result<(SymbolicLayout, SymbolicLayout), Error> {
    let modes = layout.modes();
    let SymbolicTiler::ByMode(elements) = tiler else {
        // Only a mode that `_` left alone is no pair.
        return <[SymbolicLayout; 2]>::try_from(modes).map(|[tile, rest]| (tile, rest)).map_err(|_| {
            Error::new(operation, ErrorKind::UnderscoreMode { found: shortened(layout) })
                .at(ModePath::default())
        });
    };
    let (named, further) = modes.split_at(elements.len().min(modes.len()));
    let (mut tiles, mut rests) = (Vec::new(), Vec::new());
    for (i, (mode, element)) in named.iter().zip(elements).enumerate() {
        let (tile, rest) = unzip(operation, mode, element).map_err(|error| error.in_mode(i))?;
        tiles.push(tile);
        rests.push(rest);
    }
    rests.extend_from_slice(further);
    Ok((SymbolicLayout::from_modes(tiles)?, SymbolicLayout::from_modes(rests)?))
}

/// `((T0,T1),R0,R1)` of `((T0,T1),(R0,R1))`; a mode of rank 1 is not unpacked.
pub(super) fn tiled(zipped: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let mut modes = vec![zipped.mode(0)?];
    modes.extend(unpacked(zipped.mode(1)?));
    SymbolicLayout::from_modes(modes)
}

/// `(T0,T1,R0,R1)` of `((T0,T1),(R0,R1))`; a mode of rank 1 is not unpacked.
pub(super) fn flat(zipped: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let mut modes = unpacked(zipped.mode(0)?);
    modes.extend(unpacked(zipped.mode(1)?));
    SymbolicLayout::from_modes(modes)
}

fn unpacked(mode: SymbolicLayout) -> Vec<SymbolicLayout> {
    if mode.rank() == 1 { vec![mode] } else { mode.modes() }
}

/// `((a0,b0),(a1,b1),..)` of `(a0,a1,..)` and `(b0,b1,..)`; `((a,b))` when `first` is an integer. `None` when the
/// ranks differ or only `second` is an integer.
pub(super) fn zip(first: &SymbolicLayout, second: &SymbolicLayout) -> Option<Result<SymbolicLayout, Error>> {
    if !first.tuple().is_tuple() {
        let pair = SymbolicLayout::from_modes([first.clone(), second.clone()]);
        return Some(pair.and_then(|pair| SymbolicLayout::from_modes([pair])));
    }
    if !second.tuple().is_tuple() || first.rank() != second.rank() {
        return None;
    }
    let pairs =
        first.modes().into_iter().zip(second.modes()).map(|(a, b)| SymbolicLayout::from_modes([a, b]));
    Some(pairs.collect::<Result<Vec<_>, _>>().and_then(SymbolicLayout::from_modes))
}
