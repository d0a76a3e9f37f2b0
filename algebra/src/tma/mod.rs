//! TMA copies: which box of global memory one instruction moves, and the coordinates by which it names the box
//! (`copy_traits_sm90_tma.hpp`, `copy_traits_sm100_tma.hpp`).
//!
//! A TMA instruction takes a coordinate, not an address. [`TmaAtom::tensor`] is the tensor of such coordinates: its
//! strides are basis vectors, `1@0` for the mode of global memory that is contiguous.

mod basis;
mod partition;
mod tiled;

pub use partition::TmaPartition;

use std::fmt;

use crate::atom::copy::{CopyAtom, CopyTraits};
use crate::atom::element::ElementType;
use crate::symbolic::{Integer, ScaledBasis, SymbolicLayout};
use crate::{Error, IntTuple, Swizzle, checked};

/// A TMA copy of tiles of one tensor of global memory (`make_tma_atom`).
///
/// ```
/// use layout_algebra::symbolic::shape_from_text;
/// use layout_algebra::{atom::element::ElementType, tma::TmaAtom};
///
/// // Tiles of 128x64 of a K-major tensor, into shared memory of rows of 64.
/// let half = ElementType::find("half_t").unwrap();
/// let tensor = "(M,K):(lda,1)".parse()?;
/// let atom = TmaAtom::new("SM90_TMA_LOAD", half, &tensor, &"(128,64):(64,1)".parse()?, &"<128,64>".parse()?)?;
/// assert_eq!(atom.tensor(&shape_from_text("(M,K)")?)?.to_string(), "(M,K):(1@1,1@0)");
/// assert_eq!(atom.values(), 8192);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TmaAtom {
    operation: String,
    element: ElementType,
    /// How many elements one instruction moves, for one thread block.
    values: i64,
    /// The extents of the box, the contiguous one first.
    extents: Vec<i64>,
    /// For each mode of the tensor of global memory, the coordinate that it counts in.
    strides: IntTuple<ScaledBasis>,
    /// The swizzle by which it stores a box; `None` where nobody said.
    swizzle: Option<Swizzle>,
}

const OPERATION: &str = "make_tma_atom";

impl TmaAtom {
    /// The operation's name in CuTe, `SM90_TMA_LOAD`.
    pub fn operation(&self) -> &str {
        &self.operation
    }

    /// The type of an element.
    pub fn element(&self) -> ElementType {
        self.element
    }

    /// How many elements one instruction moves.
    pub fn values(&self) -> i64 {
        self.values
    }

    /// The extents of the box that one instruction moves, the contiguous one first. TMA has none above 256, and CuTe
    /// checks that when the program runs, after dividing by the thread blocks of a multicast.
    pub fn extents(&self) -> &[i64] {
        &self.extents
    }

    /// The same copy, which swizzles the bytes of shared memory so.
    #[must_use]
    pub fn swizzled(self, swizzle: Swizzle) -> Self {
        TmaAtom { swizzle: Some(swizzle), ..self }
    }

    /// The swizzle by which it stores a box, on bytes; `None` where nobody said.
    pub fn swizzle(&self) -> Option<Swizzle> {
        self.swizzle
    }

    /// The tensor of coordinates of this shape (`get_tma_tensor`).
    ///
    /// # Errors
    /// [`NonCongruent`](crate::ErrorKind::NonCongruent) when the shape is not congruent to that of the tensor in global
    /// memory.
    pub fn tensor(&self, shape: &IntTuple<Integer>) -> Result<SymbolicLayout, Error> {
        SymbolicLayout::new(shape, &self.strides)
    }

    /// The copy atom: (thread, value) to element, of one instruction.
    ///
    /// # Errors
    /// [`UnknownName`](crate::ErrorKind::UnknownName) for an operation that is not known;
    /// [`Overflow`](crate::ErrorKind::Overflow).
    pub fn copy_atom(&self) -> Result<CopyAtom, Error> {
        let bits = checked::mul(OPERATION, self.values, self.element.bits)?;
        let traits: CopyTraits = format!("Copy_Traits<{},_{bits}>", self.operation).parse()?;
        CopyAtom::new(traits, self.element)
    }
}

impl fmt::Display for TmaAtom {
    /// `Copy_Atom<SM90_TMA_LOAD,half_t> (1@1,1@0)`: with the strides of its coordinates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Copy_Atom<{},{}> {}", self.operation, self.element.name, self.strides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;

    fn atom(tensor: &str, smem: &str, tiler: &str) -> Result<TmaAtom, Error> {
        let half = ElementType::find("half_t").unwrap();
        TmaAtom::new("SM90_TMA_LOAD", half, &tensor.parse()?, &smem.parse()?, &tiler.parse()?)
    }

    /// The strides of the tensor of coordinates and the elements of an instruction.
    #[track_caller]
    fn check(tensor: &str, smem: &str, tiler: &str, strides: &str, values: i64) {
        let atom = atom(tensor, smem, tiler).unwrap();
        assert_eq!((atom.strides.to_string().as_str(), atom.values()), (strides, values));
    }

    const K_MAJOR: &str = "((8,16),(64,1)):((64,512),(1,0))";
    const MN_MAJOR: &str = "((64,2),(8,8)):((1,512),(64,1024))";

    // Compiled CuTe prints the same.
    #[test]
    fn the_contiguous_mode_is_the_first_coordinate() {
        check("(M,K):(K,1)", K_MAJOR, "<128,64>", "(1@1,1@0)", 8192);
        check("(M,K):(1,M)", MN_MAJOR, "<128,64>", "(1@0,1@1)", 512);
        check("(M,K,L):(K,1,M*K)", K_MAJOR, "<128,64>", "(1@1,1@0,1@2)", 8192);
        check("(M,K):(K,1)", "((8,16),(32,2)):((32,256),(1,4096))", "<128,64>", "(1@1,1@0)", 4096);
    }

    #[test]
    fn modes_without_extent_have_no_coordinate() {
        check("(M,1,K):(K,0,1)", "(8,1,64):(64,0,1)", "<8,1,64>", "(1@1,0,1@0)", 512);
        check("(256,128):(128,1)", "(8,128):(128,1)", "<8,128>", "(1@1,1@0)", 1024);
    }

    #[test]
    fn nested_modes_have_a_coordinate_each() {
        check("(M,K,(4,2),L):(K,1,(a,b),c)", K_MAJOR, "<128,64>", "(1@1,1@0,(1@2,1@3),1@4)", 8192);
    }

    // The DSL's `printf` prints the same: TMA computes what such a mode steps by, as what divides all its strides.
    #[test]
    fn a_mode_of_the_box_over_several_of_the_tensor_steps_by_their_common_divisor() {
        let tensor = "((32,4,M),(16,4,K)):((16,4,512*K),(0,1,512))";
        check(
            tensor,
            "((32,4),(16,4,4)):((16,4),(0,1,512))",
            "<128,256>",
            "((1@1,4@0,1@2),(0,1@0,32@1))",
            2048,
        );
    }

    #[test]
    fn shared_memory_of_another_order_is_refused() {
        let error = atom("(M,K):(K,1)", K_MAJOR, "<64,128>").unwrap_err();
        let reason = "shared memory and the tile begin with different modes of the tensor";
        assert_eq!(error.to_string(), format!("make_tma_atom: {reason}"));
        let error = atom("(M,K):(K,1)", K_MAJOR, "<64,64>").unwrap_err();
        assert_eq!(error.to_string(), "make_tma_atom: shared memory has 8192 elements, the tile 4096");
    }

    #[track_caller]
    fn check_tiled(tensor: &str, smem: &str, blocks: &str, layout_tv: &str) {
        let (smem, blocks): (Layout, Layout) = (smem.parse().unwrap(), blocks.parse().unwrap());
        let atom = atom(tensor, &smem.to_string(), "<128,64>").unwrap();
        let copy = atom.tiled_copy(&smem, &blocks, &[128, 64]).unwrap();
        assert_eq!(copy.layout_tv().to_string(), layout_tv);
    }

    #[test]
    fn thread_blocks_of_a_multicast_share_an_instruction() {
        check_tiled("(M,K,L):(K,1,M*K)", K_MAJOR, "1:0", "(1,(((64,128),1))):(0,(((128,1),0)))");
        check_tiled("(M,K,L):(K,1,M*K)", K_MAJOR, "2:1", "(2,(((64,128),1))):(64,(((128,1),0)))");
        check_tiled(
            "(M,K):(K,1)",
            "((8,16),(32,2)):((32,256),(1,4096))",
            "1:0",
            "(1,(((32,128),2))):(0,(((128,1),4096)))",
        );
    }
}
