//! Things of the hardware that are no layouts: atoms, tiled copies and MMAs, projections.

use std::fmt;

use layout_algebra::{
    Projection, TiledCopy, TiledMma,
    atom::{
        copy::{CopyAtom, CopyTraits},
        mma::MmaAtom,
        tmem::TmemInstruction,
    },
    smem::Major,
    tma::TmaAtom,
};

use crate::Value;

/// An operand that CuTe's kernels name by a C++ type.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a value holds it in a box")]
pub enum Hardware {
    /// `SM75_U32x4_LDSM_N`: a copy operation.
    CopyOperation(CopyTraits),
    /// `Copy_Atom<SM75_U32x4_LDSM_N, half_t>`.
    CopyAtom(CopyAtom),
    /// `make_tiled_copy(...)`.
    TiledCopy(TiledCopy),
    /// `make_tma_atom(...)`: a copy by the TMA unit, which knows the tensor in global memory.
    TmaAtom(TmaAtom),
    /// `make_tma_copy(...)`: the same, tiled over the thread blocks of a multicast.
    TmaCopy {
        /// What knows the tensor.
        atom: TmaAtom,
        /// Thread blocks and values.
        tiled: TiledCopy,
    },
    /// `SM80_16x8x16_F32F16F16F32_TN`.
    MmaAtom(MmaAtom),
    /// `make_tiled_mma(...)`.
    TiledMma(TiledMma),
    /// `SM100_TMEM_LOAD_32dp32b1x`: a load or store of tensor memory.
    TmemInstruction(TmemInstruction),
    /// `Step<_1,X,_1>`: which modes of a tile a tensor has.
    Projection(Projection),
    /// `GMMA::Major::K`.
    Major(Major),
}

impl Hardware {
    /// With its article, for messages: `a tiled copy`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::CopyOperation(_) => "a copy operation",
            Self::CopyAtom(_) => "a copy atom",
            Self::TiledCopy(_) => "a tiled copy",
            Self::TmaAtom(_) => "a TMA copy atom",
            Self::TmaCopy { .. } => "a tiled TMA copy",
            Self::MmaAtom(_) => "an MMA atom",
            Self::TiledMma(_) => "a tiled MMA",
            Self::TmemInstruction(_) => "an instruction on tensor memory",
            Self::Projection(_) => "a projection",
            Self::Major(_) => "a major mode",
        }
    }
}

impl Hardware {
    /// What is known to be wrong or surprising about it, with its source.
    pub(crate) fn knowledge(&self) -> Option<&'static str> {
        match self {
            Self::MmaAtom(atom) => atom.knowledge(),
            Self::TiledMma(mma) => mma.atom().knowledge(),
            _ => None,
        }
    }
}

impl fmt::Display for Hardware {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CopyOperation(operation) => operation.fmt(f),
            Self::CopyAtom(atom) => atom.fmt(f),
            Self::TiledCopy(copy) => copy.fmt(f),
            Self::TmaAtom(atom) => atom.fmt(f),
            Self::TmaCopy { tiled, .. } => tiled.fmt(f),
            Self::MmaAtom(atom) => atom.fmt(f),
            Self::TiledMma(mma) => mma.fmt(f),
            Self::TmemInstruction(instruction) => instruction.fmt(f),
            Self::Projection(projection) => projection.fmt(f),
            Self::Major(major) => write!(f, "Major::{major}"),
        }
    }
}

impl From<Hardware> for Value {
    fn from(hardware: Hardware) -> Self {
        Self::Hardware(Box::new(hardware))
    }
}
