//! Zip: modes regrouped as (tile, rest) (`zip`, `tile_unzip` in CuTe's `layout.hpp`).

use crate::error::shortened;
use crate::stride::Stride;
use crate::{Error, Layout, ModePath, Tiler, TilerMode};

/// Gathers the first halves of the (tile, rest) pairs that stand at the tiler's elements in mode 0, the second
/// halves and all further modes in mode 1.
pub(crate) fn tile_unzip<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    tiler: &Tiler,
) -> Result<Layout<D>, Error> {
    match tiler {
        Tiler::Layout(_) => Ok(layout.clone()),
        Tiler::ByMode(elements) => {
            let (tile, rest) = unzip_by_mode(operation, layout, elements)?;
            Layout::from_modes([tile, rest])
        }
    }
}

fn unzip_by_mode<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    elements: &[TilerMode],
) -> Result<(Layout<D>, Layout<D>), Error> {
    let modes = layout.modes();
    let (named, further) = modes.split_at(elements.len().min(modes.len()));
    let mut tiles = Vec::with_capacity(elements.len());
    let mut rests = Vec::with_capacity(modes.len());
    for (i, (mode, element)) in named.iter().zip(elements).enumerate() {
        let (tile, rest) = match element {
            TilerMode::ByMode(elements) => unzip_by_mode(operation, mode, elements),
            _ => pair(operation, mode),
        }
        .map_err(|error| error.in_mode(i))?;
        tiles.push(tile);
        rests.push(rest);
    }
    rests.extend_from_slice(further);
    Ok((Layout::from_modes(tiles)?, Layout::from_modes(rests)?))
}

/// Refuses a `_` over a mode that is no (tile, rest) pair, before anything is computed.
pub(crate) fn check_underscores<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    elements: &[TilerMode],
) -> Result<(), Error> {
    layout.modes().iter().zip(elements).enumerate().try_for_each(|(i, (mode, element))| {
        match element {
            TilerMode::Keep => pair(operation, mode).map(|_| ()),
            TilerMode::ByMode(elements) => check_underscores(operation, mode, elements),
            TilerMode::Size(_) | TilerMode::Layout(_) => Ok(()),
        }
        .map_err(|error| error.in_mode(i))
    })
}

fn pair<D: Stride>(operation: &'static str, mode: &Layout<D>) -> Result<(Layout<D>, Layout<D>), Error> {
    match <[Layout<D>; 2]>::try_from(mode.modes()) {
        Ok([tile, rest]) => Ok((tile, rest)),
        // Only a mode that `_` left alone is no pair.
        Err(_) => Err(Error::UnderscoreMode { operation, mode: ModePath::default(), found: shortened(mode) }),
    }
}

/// `((T0,T1),R0,R1)` of `((T0,T1),(R0,R1))`; as in CuTe's slice, a mode of rank 1 is not unpacked.
pub(crate) fn tiled<D: Stride>(zipped: &Layout<D>) -> Result<Layout<D>, Error> {
    let mut modes = vec![zipped.mode(0)?];
    modes.extend(unpacked(zipped.mode(1)?));
    Layout::from_modes(modes)
}

/// `(T0,T1,R0,R1)` of `((T0,T1),(R0,R1))`; as in CuTe's slice, a mode of rank 1 is not unpacked.
pub(crate) fn flat<D: Stride>(zipped: &Layout<D>) -> Result<Layout<D>, Error> {
    let mut modes = unpacked(zipped.mode(0)?);
    modes.extend(unpacked(zipped.mode(1)?));
    Layout::from_modes(modes)
}

fn unpacked<D: Stride>(mode: Layout<D>) -> Vec<Layout<D>> {
    if mode.rank() == 1 { vec![mode] } else { mode.modes() }
}

/// `((a0,b0),(a1,b1),..)` of `(a0,a1,..)` and `(b0,b1,..)`; `((a,b))` when `first` is an integer.
///
/// `None` when the ranks differ or only `second` is an integer.
pub(crate) fn zip<D: Stride>(first: &Layout<D>, second: &Layout<D>) -> Option<Result<Layout<D>, Error>> {
    if !first.shape().is_tuple() {
        let pair = Layout::from_modes([first.clone(), second.clone()]);
        return Some(pair.and_then(|pair| Layout::from_modes([pair])));
    }
    if !second.shape().is_tuple() || first.rank() != second.rank() {
        return None;
    }
    let pairs = first.modes().into_iter().zip(second.modes()).map(|(a, b)| Layout::from_modes([a, b]));
    Some(pairs.collect::<Result<Vec<_>, _>>().and_then(Layout::from_modes))
}
