//! Makers of tiled copies, under the names and with the steps of CuTe's `copy_atom.hpp`.

use super::TiledCopy;
use crate::atom::copy::CopyAtom;
use crate::{
    Error, IntTuple, Layout, Tiler, TilerMode, coalesce, composition, composition_tiler, filter,
    left_inverse, raked_product, right_inverse,
};

/// A tiled copy of threads and values that each lie as a layout over the tile.
///
/// `threads` sends (m,n) to a thread index, `values` (m,n) to a value index; each thread has its values side by side.
/// `values` is `1:0` where CuTe's default is meant.
///
/// # Errors
/// Those of [`raked_product`] and [`right_inverse`]; those of [`TiledCopy::new`].
///
/// ```
/// use layout_algebra::make_tiled_copy;
///
/// let atom = "UniversalCopy<uint128_t>, half_t".parse()?;
/// let copy = make_tiled_copy(atom, &"(16,8):(8,1)".parse()?, &"(1,8):(0,1)".parse()?)?;
/// assert_eq!(copy.tiler().to_string(), "<16,64>");
/// assert_eq!(copy.layout_tv().to_string(), "((8,16),8):((128,1),16)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_tiled_copy(atom: CopyAtom, threads: &Layout, values: &Layout) -> Result<TiledCopy, Error> {
    let make = || {
        let layout_mn = raked_product(threads, values)?;
        let sizes = [threads.size(), values.size()].into_iter().collect();
        let layout_tv = composition(&right_inverse(&layout_mn)?, &Layout::compact(sizes)?)?;
        let tiler = layout_mn.modes().iter().map(|mode| TilerMode::Size(mode.size())).collect();
        TiledCopy::new(atom, layout_tv, tiler)
    };
    make().map_err(|error| error.of_operation("make_tiled_copy"))
}

/// A tiled copy whose (thread, value) are offsets of the data, wherever those lie in its coordinates.
///
/// `atom_tv` sends (thread, value) to an offset, `data` is the layout of the data.
///
/// # Errors
/// [`Error::CotiledMemory`] when `atom_tv` names offsets that `data` does not have; those of [`left_inverse`] and
/// [`composition`]; those of [`TiledCopy::new`].
pub fn make_cotiled_copy(atom: CopyAtom, atom_tv: &Layout, data: &Layout) -> Result<TiledCopy, Error> {
    let make = || {
        // What lies behind the end has coordinate 0.
        let inverse = Layout::from_modes([left_inverse(data)?, off_the_end()?])?;
        let tv_data = composition(&inverse, atom_tv)?;
        let values = coalesce(&atom_tv.mode(1)?);
        let padded = Layout::from_modes([data.clone(), off_the_end()?])?;
        let found = coalesce(&composition(&padded, &tv_data.mode(1)?)?);
        if found != values {
            let (values, data, found) = (values.to_string(), data.to_string(), found.to_string());
            return Err(Error::CotiledMemory { values, data, found });
        }
        let sizes: Vec<i64> = data.modes().iter().map(Layout::size).collect();
        restricted(atom, &tv_data, &sizes)
    };
    make().map_err(|error| error.of_operation("make_cotiled_copy"))
}

fn off_the_end() -> Result<Layout, Error> {
    Layout::compact(IntTuple::Int(1))
}

/// The tiled copy of the elements that `layout_tv` names in a tile of these sizes, and of no others.
fn restricted(atom: CopyAtom, layout_tv: &Layout, sizes: &[i64]) -> Result<TiledCopy, Error> {
    let shape: IntTuple = sizes.iter().copied().collect();
    let mut tiler = Vec::with_capacity(sizes.len());
    for mode in 0..sizes.len() {
        let unit: IntTuple = (0..sizes.len()).map(|other| i64::from(other == mode)).collect();
        let coordinates = composition(&Layout::new(shape.clone(), unit)?, layout_tv)?;
        tiler.push(TilerMode::Layout(filter(&coordinates)));
    }
    let tile = composition_tiler(&Layout::compact(shape)?, &Tiler::ByMode(tiler.clone()))?;
    let layout_tv = composition(&left_inverse(&tile)?, layout_tv)?;
    TiledCopy::new(atom, layout_tv, tiler)
}

/// A tiled copy whose reference side is the source side of another.
///
/// # Errors
/// Those of [`TiledCopy::layout_s_tv`] and [`TiledCopy::new`].
pub fn make_tiled_copy_s(atom: CopyAtom, other: &TiledCopy) -> Result<TiledCopy, Error> {
    let make = || TiledCopy::new(atom, other.layout_s_tv()?, other.tiler.clone());
    make().map_err(|error| error.of_operation("make_tiled_copy_S"))
}

/// A tiled copy whose reference side is the destination side of another.
///
/// # Errors
/// Those of [`TiledCopy::layout_d_tv`] and [`TiledCopy::new`].
pub fn make_tiled_copy_d(atom: CopyAtom, other: &TiledCopy) -> Result<TiledCopy, Error> {
    let make = || TiledCopy::new(atom, other.layout_d_tv()?, other.tiler.clone());
    make().map_err(|error| error.of_operation("make_tiled_copy_D"))
}
