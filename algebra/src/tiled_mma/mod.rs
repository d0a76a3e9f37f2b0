//! Tiled MMAs: an MMA atom over more threads and a larger tile (`TiledMMA` in CuTe's `mma_atom.hpp`).

mod description;
mod partition;
mod verdict;

use std::fmt;

use crate::atom::mma::MmaAtom;
use crate::{
    Error, ErrorKind, IntTuple, Layout, Tiler, TilerMode, append_to_rank, complement_in_cosize,
    composition_tiler, right_inverse, tiled_product,
};

/// An atom, a layout of atoms over (M,N,K), and a permutation of each of M, N and K.
///
/// The threads of the atom and those of the atom layout make `thr_layout_vmnk`: (V,M,N,K) to a thread index.
///
/// ```
/// use layout_algebra::atom::mma::MmaAtom;
/// use layout_algebra::{Layout, TiledMma};
///
/// let atom = MmaAtom::find("SM80_16x8x16_F32F16F16F32_TN")?;
/// let mma = TiledMma::new(atom, &"(2,2,1):(1,2,0)".parse()?, &[])?;
/// assert_eq!(mma.thr_layout_vmnk().to_string(), "(32,2,2,1):(1,32,64,0)");
/// assert_eq!(mma.tile_shape()?, [32, 16, 16]);
/// let part = mma.partition_c(&"(128,128):(128,1)".parse::<Layout>()?, 33)?;
/// assert_eq!(part.layout.to_string(), "((2,2),4,8):((1,1024),4096,16)");
/// assert_eq!(part.offset, 2050);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TiledMma {
    atom: MmaAtom,
    atom_layout: Layout,
    permutation: [TilerMode; 3],
    thr_layout_vmnk: Layout,
}

/// One of the three operands of an MMA.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MmaOperand {
    /// (M,K).
    A,
    /// (N,K).
    B,
    /// (M,N).
    C,
}

impl MmaOperand {
    /// The two modes of the operand among M (0), N (1) and K (2).
    pub(crate) fn modes(self) -> [usize; 2] {
        match self {
            MmaOperand::A => [0, 2],
            MmaOperand::B => [1, 2],
            MmaOperand::C => [0, 1],
        }
    }
}

const OPERATION: &str = "make_tiled_mma";

impl TiledMma {
    /// `make_tiled_mma(atom, atom_layout, permutation)`; missing modes of the layout are `1:0`, missing permutations `_`.
    ///
    /// # Errors
    /// [`ErrorKind::TiledMmaRank`] for an atom layout or a permutation of more than three modes; those of
    /// [`tiled_product`](crate::tiled_product).
    pub fn new(atom: MmaAtom, atom_layout: &Layout, permutation: &[TilerMode]) -> Result<Self, Error> {
        let rank_error = |what, found: String, rank| {
            Error::new(OPERATION, ErrorKind::TiledMmaRank { what, found, rank, wanted: "at most 3" })
        };
        if atom_layout.rank() > 3 {
            return Err(rank_error("atom layout", atom_layout.to_string(), atom_layout.rank()));
        }
        if permutation.len() > 3 {
            let text = Tiler::ByMode(permutation.to_vec()).to_string();
            return Err(rank_error("permutation", text, permutation.len()));
        }
        let atom_layout = append_to_rank(atom_layout, 3, &"1:0".parse()?)?;
        let mut modes = permutation.iter().cloned().chain(std::iter::repeat(TilerMode::Keep));
        let permutation = [(); 3].map(|()| modes.next().unwrap_or(TilerMode::Keep));
        let thr_layout_vmnk = tiled_product(atom.thr_id(), &Tiler::Layout(atom_layout.clone()))
            .map_err(|error| error.of_operation(OPERATION))?;
        Ok(TiledMma { atom, atom_layout, permutation, thr_layout_vmnk })
    }

    /// The atom.
    pub fn atom(&self) -> &MmaAtom {
        &self.atom
    }

    /// (M,N,K) of atoms to the number of an atom.
    pub fn atom_layout(&self) -> &Layout {
        &self.atom_layout
    }

    /// What is done to M, N and K before they are tiled; `_` leaves a mode alone.
    pub fn permutation(&self) -> &[TilerMode; 3] {
        &self.permutation
    }

    /// (V,M,N,K) to a thread index: the threads of one atom, and the atoms.
    pub fn thr_layout_vmnk(&self) -> &Layout {
        &self.thr_layout_vmnk
    }

    /// How many threads there are (`size(mma)`).
    pub fn thr_size(&self) -> i64 {
        self.thr_layout_vmnk.size()
    }

    /// The permutation of M (0), N (1) or K (2); where it is `_`, the size of the atoms.
    pub(crate) fn permutation_mnk(&self, mode: usize) -> Result<TilerMode, Error> {
        match &self.permutation[mode] {
            TilerMode::Keep => {
                let atoms = self.thr_layout_vmnk.mode(mode + 1)?.size();
                let size = self.atom.shape_mnk()[mode].checked_mul(atoms);
                size.map(TilerMode::Size).ok_or_else(|| Error::overflow("tile_size"))
            }
            other => Ok(other.clone()),
        }
    }

    /// The size of the tile along M (0), N (1) or K (2) (`tile_size<I>(mma)`).
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchMode`], [`ErrorKind::Overflow`].
    pub fn tile_size(&self, mode: usize) -> Result<i64, Error> {
        if mode > 2 {
            let index = i64::try_from(mode).unwrap_or(i64::MAX);
            return Err(Error::new("tile_size", ErrorKind::NoSuchMode { index, rank: 3 }));
        }
        tiler_size(&self.permutation_mnk(mode)?)
    }

    /// The sizes of the tile along M, N and K (`tile_shape(mma)`).
    ///
    /// # Errors
    /// [`ErrorKind::Overflow`].
    pub fn tile_shape(&self) -> Result<[i64; 3], Error> {
        Ok([self.tile_size(0)?, self.tile_size(1)?, self.tile_size(2)?])
    }

    /// (thread, value) to the index of a coordinate in the operand's tile, its first mode fastest.
    ///
    /// # Errors
    /// Those of [`TiledMma::thrfrg`] for a compact tile; [`ErrorKind::NonInjective`] when two atoms share a thread.
    pub fn layout_tv(&self, operand: MmaOperand) -> Result<Layout, Error> {
        let [first, second] = operand.modes();
        let tile = IntTuple::Tuple(vec![self.tile_size(first)?.into(), self.tile_size(second)?.into()]);
        let mut by_coordinate = self.thrfrg(operand, &Layout::compact(tile)?)?;
        if let Some(broadcast) = self.broadcast(operand)? {
            by_coordinate =
                composition_tiler(&by_coordinate, &Tiler::ByMode(vec![broadcast, TilerMode::Keep]))?;
        }
        let threads = TilerMode::Layout(self.thread_to_coordinate()?);
        composition_tiler(&by_coordinate, &Tiler::ByMode(vec![threads, TilerMode::Keep]))
    }

    /// (thread, value) to the index of an (M,K) coordinate of the tile (`get_layoutA_TV`).
    ///
    /// # Errors
    /// Those of [`TiledMma::layout_tv`].
    pub fn layout_a_tv(&self) -> Result<Layout, Error> {
        self.layout_tv(MmaOperand::A)
    }

    /// (thread, value) to the index of an (N,K) coordinate of the tile (`get_layoutB_TV`).
    ///
    /// # Errors
    /// Those of [`TiledMma::layout_tv`].
    pub fn layout_b_tv(&self) -> Result<Layout, Error> {
        self.layout_tv(MmaOperand::B)
    }

    /// (thread, value) to the index of an (M,N) coordinate of the tile (`get_layoutC_TV`).
    ///
    /// # Errors
    /// Those of [`TiledMma::layout_tv`].
    pub fn layout_c_tv(&self) -> Result<Layout, Error> {
        self.layout_tv(MmaOperand::C)
    }

    /// The tiler that repeats A for the threads of N, and B for those of M: `_,((M,N):(1,0),_)`.
    fn broadcast(&self, operand: MmaOperand) -> Result<Option<TilerMode>, Error> {
        let strides = match operand {
            MmaOperand::A => "1,0",
            MmaOperand::B => "0,1",
            MmaOperand::C => return Ok(None),
        };
        let (m, n) = (self.thr_layout_vmnk.mode(1)?.size(), self.thr_layout_vmnk.mode(2)?.size());
        let atoms = TilerMode::Layout(format!("({m},{n}):({strides})").parse()?);
        Ok(Some(TilerMode::ByMode(vec![TilerMode::Keep, TilerMode::ByMode(vec![atoms, TilerMode::Keep])])))
    }

    /// A thread index to its coordinate (V,M,N,K), as an index.
    fn thread_to_coordinate(&self) -> Result<Layout, Error> {
        let threads = &self.thr_layout_vmnk;
        let rest = complement_in_cosize(threads).map_err(|error| error.of_operation("get_layout_TV"))?;
        let inverse = right_inverse(&Layout::from_modes([threads.clone(), rest])?)?;
        let indices = format!("({},1):(1,0)", threads.size()).parse::<Layout>()?;
        crate::composition(&indices, &inverse)
    }
}

/// The number of elements of a permutation.
fn tiler_size(mode: &TilerMode) -> Result<i64, Error> {
    match mode {
        TilerMode::Keep => Ok(1),
        TilerMode::Size(size) => Ok(*size),
        TilerMode::Layout(layout) => Ok(layout.size()),
        TilerMode::ByMode(modes) => modes.iter().try_fold(1_i64, |size, mode| {
            size.checked_mul(tiler_size(mode)?).ok_or_else(|| Error::overflow("tile_size"))
        }),
    }
}

impl fmt::Display for TiledMma {
    /// `make_tiled_mma(SM80_8x8x4_F64F64F64F64_TN, (2,2,1):(1,2,0), <_,_,_>)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let permutation = Tiler::<i64>::ByMode(self.permutation.to_vec());
        write!(f, "{OPERATION}({}, {}, {permutation})", self.atom, self.atom_layout)
    }
}
