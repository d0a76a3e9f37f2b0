//! The names of the operations: the one place where text becomes an operation.

use std::{fmt, sync::LazyLock};

use rustc_hash::FxHashMap;

macro_rules! operations {
    ($($operation:ident $name:literal,)*) => {
        /// An operation of the annotation language, under the name that CuTe and the test vectors give it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum Operation {
            $(#[doc = concat!("`", $name, "`.")] $operation,)*
        }

        impl Operation {
            const ALL: &[Self] = &[$(Self::$operation,)*];

            /// Its name.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$operation => $name,)*
                }
            }
        }
    };
}

operations! {
    Size "size",
    Cosize "cosize",
    Rank "rank",
    Depth "depth",
    Shape "shape",
    Stride "stride",
    EvalAll "eval_all",
    ComposedEvalAll "composed_eval_all",
    ComposedCosize "composed_cosize",
    Congruent "congruent",
    WeaklyCongruent "weakly_congruent",
    Compatible "compatible",
    EvenlyDivides "evenly_divides",
    Eval "eval",
    Slice "slice",
    Dice "dice",
    SliceOffset "slice_offset",
    SliceAndOffset "slice_and_offset",
    Crd2crd "crd2crd",
    Coshape "coshape",
    Idx2crd "idx2crd",
    Crd2idx "crd2idx",
    Normalize "normalize",
    Coalesce "coalesce",
    Filter "filter",
    FilterZeros "filter_zeros",
    Flatten "flatten",
    Nullspace "nullspace",
    Mode "mode",
    Select "select",
    Group "group",
    Take "take",
    Append "append",
    Prepend "prepend",
    PrependToRank "prepend_to_rank",
    WithShape "with_shape",
    Unflatten "unflatten",
    Sort "sort",
    AppendToRank "append_to_rank",
    Replace "replace",
    ThreadValues "thread_values",
    Composition "composition",
    ComposedComposition "composed_composition",
    LogicalDivide "logical_divide",
    ZippedDivide "zipped_divide",
    TiledDivide "tiled_divide",
    FlatDivide "flat_divide",
    ComposedZippedDivide "composed_zipped_divide",
    LogicalProduct "logical_product",
    ZippedProduct "zipped_product",
    TiledProduct "tiled_product",
    FlatProduct "flat_product",
    BlockedProduct "blocked_product",
    RakedProduct "raked_product",
    Complement "complement",
    RightInverse "right_inverse",
    LeftInverse "left_inverse",
    LocalTile "local_tile",
    InnerPartition "inner_partition",
    OuterPartition "outer_partition",
    LocalPartition "local_partition",
    MakeLayout "make_layout",
    MakeOrderedLayout "make_ordered_layout",
    CompactColMajor "compact_col_major",
    CompactRowMajor "compact_row_major",
    MakeIdentityLayout "make_identity_layout",
    MakeLayoutLike "make_layout_like",
    MakeFragmentLike "make_fragment_like",
    TileToShape "tile_to_shape",
    ComposedTileToShape "composed_tile_to_shape",
    Upcast "upcast",
    ComposedUpcast "composed_upcast",
    Downcast "downcast",
    Recast "recast",
    MaxCommonVector "max_common_vector",
    MaxCommonLayout "max_common_layout",
    MaxAlignment "max_alignment",
    DomainDistribute "domain_distribute",
    ShapeDiv "shape_div",
    CeilDiv "ceil_div",
    SwizzleApply "swizzle_apply",
    Injective "injective",
    Surjective "surjective",
    Bijective "bijective",
    Compact "compact",
    Equivalent "equivalent",
    Covers "covers",
    ConflictFree "conflict_free",
    Image "image",
    Contiguity "contiguity",
    Alignment "alignment",
    BankConflicts "bank_conflicts",
    Sectors "sectors",
    LinearForm "linear_form",
    Loops "loops",
    FromOffsets "from_offsets",
    CopyAtomThrId "copy_atom_thr_id",
    CopyAtomSrcBits "copy_atom_src_bits",
    CopyAtomDstBits "copy_atom_dst_bits",
    CopyAtomRefBits "copy_atom_ref_bits",
    MakeTiledCopy "make_tiled_copy",
    MakeTiledCopyA "make_tiled_copy_A",
    MakeTiledCopyB "make_tiled_copy_B",
    MakeTiledCopyC "make_tiled_copy_C",
    MakeTiledCopyCAtom "make_tiled_copy_C_atom",
    MakeTiledCopyS "make_tiled_copy_S",
    MakeTiledCopyD "make_tiled_copy_D",
    MakeCotiledCopy "make_cotiled_copy",
    MakeTmemCopy "make_tmem_copy",
    CopyLayoutSTv "copy_layoutS_TV",
    CopyLayoutDTv "copy_layoutD_TV",
    CopyTilerMn "copy_tiler_mn",
    PartitionS "partition_S",
    PartitionD "partition_D",
    TidfrgS "tidfrg_S",
    TidfrgD "tidfrg_D",
    RetileS "retile_S",
    RetileD "retile_D",
    MmaAtomShapeMnk "mma_atom_shape_mnk",
    MmaAtomThrId "mma_atom_thr_id",
    MmaAtomLayoutA "mma_atom_layoutA",
    MmaAtomLayoutB "mma_atom_layoutB",
    MmaAtomLayoutC "mma_atom_layoutC",
    MakeTiledMma "make_tiled_mma",
    MmaThrLayoutVmnk "mma_thr_layout_vmnk",
    MmaTileShape "mma_tile_shape",
    MmaLayoutATv "mma_layoutA_TV",
    MmaLayoutBTv "mma_layoutB_TV",
    MmaLayoutCTv "mma_layoutC_TV",
    ThrfrgA "thrfrg_A",
    ThrfrgB "thrfrg_B",
    ThrfrgC "thrfrg_C",
    PartitionA "partition_A",
    PartitionB "partition_B",
    PartitionC "partition_C",
    PartitionShapeA "partition_shape_A",
    PartitionShapeB "partition_shape_B",
    PartitionShapeC "partition_shape_C",
    PartitionFragmentA "partition_fragment_A",
    PartitionFragmentB "partition_fragment_B",
    PartitionFragmentC "partition_fragment_C",
    TmemAccess "tmem_access",
    Admissible "admissible",
    SmemAtom "smem_atom",
    SsSmemSelector "ss_smem_selector",
    RsSmemSelector "rs_smem_selector",
    Sm100SmemSelector "sm100_smem_selector",
    MakeGmmaDesc "make_gmma_desc",
    MakeUmmaDesc "make_umma_desc",
    GetSwizzlePortion "get_swizzle_portion",
    GetNonswizzlePortion "get_nonswizzle_portion",
    DomainOffset "domain_offset",
    RoundUp "round_up",
    ShapeMod "shape_mod",
}

impl Operation {
    /// The operation of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        static BY_NAME: LazyLock<FxHashMap<&str, Operation>> =
            LazyLock::new(|| Operation::ALL.iter().map(|operation| (operation.name(), *operation)).collect());
        BY_NAME.get(name).copied()
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The names of all operations.
pub fn names() -> impl Iterator<Item = &'static str> {
    Operation::ALL.iter().map(|operation| operation.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operation_names_are_distinct() {
        let mut all: Vec<_> = names().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn each_operation_is_found_by_its_name() {
        for operation in Operation::ALL {
            assert_eq!(Operation::named(operation.name()), Some(*operation));
        }
        assert_eq!(Operation::named("make_layuot"), None);
    }
}
