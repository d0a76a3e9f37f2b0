//! Zip: modes regrouped as (tile, rest) (`zip`, `tile_unzip` in CuTe's `layout.hpp`).

use crate::error::shortened;
use crate::layout::{LayoutBuilder, LayoutRef};
use crate::stride::Stride;
use crate::{Error, ErrorKind, Layout, ModePath, Tiler, TilerMode};

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
            let (mut zipped, mut rests) = (LayoutBuilder::new(), LayoutBuilder::new());
            zipped.tuple(2);
            unzip_into(operation, layout.as_ref(), elements, &mut zipped, &mut rests)?;
            zipped.layout(rests.whole());
            zipped.finish()
        }
    }
}

/// How the (tile, rest) pairs of a logical divide or product are regrouped.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// `((T0,T1),(R0,R1))`.
    Zipped,
    /// `((T0,T1),R0,R1)`.
    Tiled,
    /// `(T0,T1,R0,R1)`.
    Flat,
}

impl Form {
    /// This form of a logical divide or product by `tiler`.
    pub(crate) fn of<D: Stride>(
        self,
        operation: &'static str,
        logical: &Layout<D>,
        tiler: &Tiler,
    ) -> Result<Layout<D>, Error> {
        let zipped = tile_unzip(operation, logical, tiler)?;
        match self {
            Form::Zipped => Ok(zipped),
            Form::Tiled => tiled(&zipped),
            Form::Flat => flat(&zipped),
        }
    }
}

/// Writes the halves of each mode at the tiler's elements; the rests have the further modes behind them.
fn unzip_into<D: Stride>(
    operation: &'static str,
    layout: LayoutRef<'_, D>,
    elements: &[TilerMode],
    tiles: &mut LayoutBuilder<D>,
    rests: &mut LayoutBuilder<D>,
) -> Result<(), Error> {
    tiles.tuple(elements.len().min(layout.rank()));
    rests.tuple(layout.rank());
    for (i, mode) in layout.modes().enumerate() {
        match elements.get(i) {
            Some(TilerMode::ByMode(elements)) => unzip_into(operation, mode, elements, tiles, rests),
            Some(_) => pair(operation, mode).map(|(tile, rest)| {
                tiles.layout(tile);
                rests.layout(rest);
            }),
            None => {
                rests.layout(mode);
                Ok(())
            }
        }
        .map_err(|error| error.in_mode(i))?;
    }
    Ok(())
}

/// Refuses a `_` over a mode that is no (tile, rest) pair, before anything is computed.
pub(crate) fn check_underscores<D: Stride>(
    operation: &'static str,
    layout: LayoutRef<'_, D>,
    elements: &[TilerMode],
) -> Result<(), Error> {
    layout.modes().zip(elements).enumerate().try_for_each(|(i, (mode, element))| {
        match element {
            TilerMode::Keep => pair(operation, mode).map(|_| ()),
            TilerMode::ByMode(elements) => check_underscores(operation, mode, elements),
            TilerMode::Size(_) | TilerMode::Layout(_) => Ok(()),
        }
        .map_err(|error| error.in_mode(i))
    })
}

/// The two modes of a (tile, rest) pair.
fn pair<'a, D: Stride>(
    operation: &'static str,
    mode: LayoutRef<'a, D>,
) -> Result<(LayoutRef<'a, D>, LayoutRef<'a, D>), Error> {
    let mut modes = mode.modes();
    match (mode.rank(), modes.next(), modes.next()) {
        (2, Some(tile), Some(rest)) => Ok((tile, rest)),
        // Only a mode that `_` left alone is no pair.
        _ => Err(Error::new(operation, ErrorKind::UnderscoreMode { found: shortened(&mode) })
            .at(ModePath::default())),
    }
}

/// `((T0,T1),R0,R1)` of `((T0,T1),(R0,R1))`; as in CuTe's slice, a mode of rank 1 is not unpacked.
pub(crate) fn tiled<D: Stride>(zipped: &Layout<D>) -> Result<Layout<D>, Error> {
    let (tiles, rests) = halves(zipped)?;
    let mut tiled = LayoutBuilder::new();
    tiled.tuple(1 + rests.rank());
    tiled.layout(tiles);
    write_unpacked(rests, &mut tiled);
    tiled.finish()
}

/// `(T0,T1,R0,R1)` of `((T0,T1),(R0,R1))`; as in CuTe's slice, a mode of rank 1 is not unpacked.
pub(crate) fn flat<D: Stride>(zipped: &Layout<D>) -> Result<Layout<D>, Error> {
    let (tiles, rests) = halves(zipped)?;
    let mut flat = LayoutBuilder::new();
    flat.tuple(tiles.rank() + rests.rank());
    write_unpacked(tiles, &mut flat);
    write_unpacked(rests, &mut flat);
    flat.finish()
}

/// Mode 0 and mode 1.
fn halves<D: Stride>(zipped: &Layout<D>) -> Result<(LayoutRef<'_, D>, LayoutRef<'_, D>), Error> {
    let no_such_mode = |index| Error::new("mode", ErrorKind::NoSuchMode { index, rank: zipped.rank() });
    let mut modes = zipped.as_ref().modes();
    let tiles = modes.next().ok_or_else(|| no_such_mode(0))?;
    Ok((tiles, modes.next().ok_or_else(|| no_such_mode(1))?))
}

/// The modes of `mode`, or itself when it has one.
fn write_unpacked<D: Stride>(mode: LayoutRef<'_, D>, unpacked: &mut LayoutBuilder<D>) {
    match mode.rank() {
        1 => unpacked.layout(mode),
        _ => mode.modes().for_each(|mode| unpacked.layout(mode)),
    }
}

/// `((a0,b0),(a1,b1),..)` of `(a0,a1,..)` and `(b0,b1,..)`; `((a,b))` when `first` is an integer.
///
/// `None` when the ranks differ or only `second` is an integer.
pub(crate) fn zip<D: Stride>(first: &Layout<D>, second: &Layout<D>) -> Option<Result<Layout<D>, Error>> {
    if !first.is_tuple() {
        let pair = Layout::from_modes([first.clone(), second.clone()]);
        return Some(pair.and_then(|pair| Layout::from_modes([pair])));
    }
    if !second.is_tuple() || first.rank() != second.rank() {
        return None;
    }
    let pairs = first.modes().into_iter().zip(second.modes()).map(|(a, b)| Layout::from_modes([a, b]));
    Some(pairs.collect::<Result<Vec<_>, _>>().and_then(Layout::from_modes))
}
