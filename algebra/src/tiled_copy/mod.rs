//! Tiled copies: a copy atom repeated over threads and values to fill a tile (`TiledCopy` in CuTe's `copy_atom.hpp`).

mod description;
#[cfg(test)]
mod laws;
mod make;
mod partition;
mod verdict;

use std::fmt;

pub use make::{
    make_cotiled_copy, make_tiled_copy, make_tiled_copy_a, make_tiled_copy_b, make_tiled_copy_c,
    make_tiled_copy_c_atom, make_tiled_copy_d, make_tiled_copy_s, make_tmem_copy,
};

use crate::atom::copy::CopyAtom;
use crate::{
    Error, ErrorKind, IntTuple, Layout, Nearest, SliceIndex, Tiler, TilerMode, coalesce_by_profile,
    composition_tiler, slice, zipped_divide,
};

/// A copy atom, which element of a tile each (thread, value) is, and the tiler that cuts the tile out of a tensor.
///
/// ```
/// use layout_algebra::{TiledCopy, make_tiled_copy};
///
/// // 32x8 threads, each copies 4 consecutive floats with one 16-byte access.
/// let copy = make_tiled_copy(
///     "UniversalCopy<uint128_t>, float".parse()?,
///     &"(32,8):(1,32)".parse()?,
///     &"(4,1):(1,0)".parse()?,
/// )?;
/// assert_eq!(copy.tiler().to_string(), "<128,8>");
/// assert_eq!(copy.layout_s_tv()?.to_string(), "(256,(4,1)):(4,(1,0))");
///
/// let part = copy.partition_s(&"(128,32):(1,128)".parse::<layout_algebra::Layout>()?, 100)?;
/// assert_eq!((part.layout.to_string().as_str(), part.offset), ("((4,1),1,4):((1,0),0,1024)", 400));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TiledCopy {
    atom: CopyAtom,
    layout_tv: Layout,
    tiler: Vec<TilerMode>,
}

/// The side of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Src,
    Dst,
}

impl TiledCopy {
    /// A tiled copy from its parts (`make_tiled_copy_impl`): `layout_tv` sends (thread, value) of the atom's reference
    /// layout to an element of the tile, counted leftmost mode first; `tiler` has an element for each mode of the tile.
    ///
    /// # Errors
    /// [`TiledCopySize`](crate::ErrorKind::TiledCopySize) when threads or values are no multiple of the atom's;
    /// [`NoSuchMode`](crate::ErrorKind::NoSuchMode) when `layout_tv` has fewer than two modes.
    pub fn new(atom: CopyAtom, layout_tv: Layout, tiler: Vec<TilerMode>) -> Result<Self, Error> {
        for (what, mode, atom_size) in [("threads", 0, atom.threads()), ("values", 1, atom.values())] {
            let tiled = layout_tv.mode(mode)?.size();
            if tiled % atom_size != 0 {
                let nearest = Nearest::around(tiled, |size| size % atom_size == 0);
                let kind = ErrorKind::TiledCopySize { what, tiled, atom: atom_size, nearest };
                return Err(Error::new("TiledCopy", kind));
            }
        }
        Ok(TiledCopy { atom, layout_tv, tiler })
    }

    /// The atom.
    pub fn atom(&self) -> &CopyAtom {
        &self.atom
    }

    /// (thread, value) of the atom's reference layout to element of the tile (`TiledLayout_TV`).
    pub fn layout_tv(&self) -> &Layout {
        &self.layout_tv
    }

    /// What cuts the tile out of a tensor (`Tiler_MN`).
    pub fn tiler(&self) -> Tiler {
        Tiler::ByMode(self.tiler.clone())
    }

    /// The number of threads (`size(tiled_copy)`).
    pub fn threads(&self) -> i64 {
        self.layout_tv.mode(0).map_or(1, |mode| mode.size())
    }

    /// The number of values that one thread has in a tile.
    pub fn values(&self) -> i64 {
        self.layout_tv.mode(1).map_or(1, |mode| mode.size())
    }

    /// The shape of the tile: for a mode that is cut out by a layout, that layout's shape (`shape(Tiler_MN{})`).
    pub fn tile_shape(&self) -> IntTuple {
        shape_of(&self.tiler)
    }

    /// (thread, value) of the source to element of the tile (`get_layoutS_TV`).
    ///
    /// # Errors
    /// Those of [`composition`](crate::composition), when the atom does not fit the TV layout.
    pub fn layout_s_tv(&self) -> Result<Layout, Error> {
        self.layout_of_side(Side::Src).map_err(|error| error.of_operation("get_layoutS_TV"))
    }

    /// (thread, value) of the destination to element of the tile (`get_layoutD_TV`).
    ///
    /// # Errors
    /// As [`TiledCopy::layout_s_tv`].
    pub fn layout_d_tv(&self) -> Result<Layout, Error> {
        self.layout_of_side(Side::Dst).map_err(|error| error.of_operation("get_layoutD_TV"))
    }

    fn layout_of_side(&self, side: Side) -> Result<Layout, Error> {
        let tile = Layout::compact(IntTuple::Tuple(vec![self.tile_shape(), IntTuple::Int(1)]))?;
        let thrfrg = self.tile2thrfrg(&tile, side)?;
        let [all, first] = [SliceIndex::All, SliceIndex::At(0)].map(IntTuple::Int);
        slice(&IntTuple::Tuple(vec![all.clone(), all, first]), &thrfrg)
    }

    /// (thread, (value of an atom, atom)) of a side to element of the tile.
    pub(crate) fn thrval2mn(&self, side: Side) -> Result<Layout, Error> {
        let tv = self.atoms_of_side(side)?;
        let (first, second) = (tv.mode(0)?, tv.mode(1)?);
        // ((thread,value),(rest of threads,rest of values)), each with both modes.
        let zipped = crate::zip::zip(&first, &second);
        let no_such_mode = || Error::new("zip", ErrorKind::NoSuchMode { index: 1, rank: second.rank() });
        let zipped = zipped.unwrap_or_else(|| Err(no_such_mode()));
        let profile = IntTuple::Tuple(vec![IntTuple::Int(1), [1, 1].into_iter().collect()]);
        coalesce_by_profile(&zipped?, &profile)
    }

    /// ((thread, value) of an atom's side, rest) to element of the tile.
    fn atoms_of_side(&self, side: Side) -> Result<Layout, Error> {
        let tiler = vec![TilerMode::Layout(self.ref_of(side)?), TilerMode::Keep];
        composition_tiler(&self.atoms()?, &Tiler::<i64>::ByMode(tiler))
    }

    /// ((thread, value) of an atom, rest) to element of the tile.
    fn atoms(&self) -> Result<Layout, Error> {
        let (threads, values) = (self.atom.threads(), self.atom.values());
        let of_atom = Tiler::ByMode(vec![TilerMode::Size(threads), TilerMode::Size(values)]);
        zipped_divide(&self.layout_tv, &of_atom)
    }

    fn ref_of(&self, side: Side) -> Result<Layout, Error> {
        match side {
            Side::Src => self.atom.ref_of_src(),
            Side::Dst => self.atom.ref_of_dst(),
        }
    }
}

fn shape_of(tiler: &[TilerMode]) -> IntTuple {
    let shape = |mode: &TilerMode| match mode {
        TilerMode::Layout(layout) => {
            let shape = layout.shape();
            shape.clone()
        }
        TilerMode::Size(size) => IntTuple::Int(*size),
        TilerMode::ByMode(modes) => shape_of(modes),
        // No tile has a mode that is left alone: it would have no size.
        TilerMode::Keep => IntTuple::Int(1),
    };
    IntTuple::Tuple(tiler.iter().map(shape).collect())
}

impl fmt::Display for TiledCopy {
    /// `TiledCopy<Copy_Atom<..>, TV layout, tiler>`, as C++ names the type.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TiledCopy<{}, {}, {}>", self.atom, self.layout_tv, self.tiler())
    }
}
