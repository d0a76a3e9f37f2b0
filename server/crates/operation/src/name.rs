//! The operations and their names: the one place where text becomes an operation.

use std::{fmt, sync::LazyLock};

use rustc_hash::FxHashMap;

/// Hands all operations to the macro `then`: the variant of each, its name, and where its columns are. In the order of its
/// families, in which names are suggested.
macro_rules! each_operation {
    ($then:ident) => {
        $then! {
            Size "size" query::SIZE,
            Cosize "cosize" query::COSIZE,
            Rank "rank" query::RANK,
            Depth "depth" query::DEPTH,
            Shape "shape" query::SHAPE,
            Stride "stride" query::STRIDE,
            EvalAll "eval_all" query::EVAL_ALL,
            ComposedEvalAll "composed_eval_all" query::COMPOSED_EVAL_ALL,
            ComposedCosize "composed_cosize" query::COMPOSED_COSIZE,
            Congruent "congruent" query::CONGRUENT,
            WeaklyCongruent "weakly_congruent" query::WEAKLY_CONGRUENT,
            Compatible "compatible" query::COMPATIBLE,
            EvenlyDivides "evenly_divides" query::EVENLY_DIVIDES,
            Eval "eval" coordinate::EVAL,
            Slice "slice" coordinate::SLICE,
            Dice "dice" coordinate::DICE,
            SliceOffset "slice_offset" coordinate::SLICE_OFFSET,
            SliceAndOffset "slice_and_offset" coordinate::SLICE_AND_OFFSET,
            Crd2crd "crd2crd" coordinate::CRD2CRD,
            Coshape "coshape" coordinate::COSHAPE,
            Idx2crd "idx2crd" coordinate::IDX2CRD,
            Crd2idx "crd2idx" coordinate::CRD2IDX,
            Normalize "normalize" descriptor::NORMALIZE,
            Coalesce "coalesce" simplify::COALESCE,
            Filter "filter" simplify::FILTER,
            FilterZeros "filter_zeros" simplify::FILTER_ZEROS,
            Flatten "flatten" simplify::FLATTEN,
            Nullspace "nullspace" simplify::NULLSPACE,
            Mode "mode" reshape::MODE,
            Select "select" reshape::SELECT,
            Group "group" reshape::GROUP,
            Take "take" reshape::TAKE,
            Append "append" reshape::APPEND,
            Prepend "prepend" reshape::PREPEND,
            PrependToRank "prepend_to_rank" reshape::PREPEND_TO_RANK,
            WithShape "with_shape" reshape::WITH_SHAPE,
            Unflatten "unflatten" reshape::UNFLATTEN,
            Sort "sort" reshape::SORT,
            AppendToRank "append_to_rank" reshape::APPEND_TO_RANK,
            Replace "replace" reshape::REPLACE,
            ThreadValues "thread_values" reshape::THREAD_VALUES,
            Composition "composition" compose::COMPOSITION,
            ComposedComposition "composed_composition" compose::COMPOSED_COMPOSITION,
            LogicalDivide "logical_divide" divide::LOGICAL_DIVIDE,
            ZippedDivide "zipped_divide" divide::ZIPPED_DIVIDE,
            TiledDivide "tiled_divide" divide::TILED_DIVIDE,
            FlatDivide "flat_divide" divide::FLAT_DIVIDE,
            ComposedZippedDivide "composed_zipped_divide" divide::COMPOSED_ZIPPED_DIVIDE,
            LogicalProduct "logical_product" product::LOGICAL_PRODUCT,
            ZippedProduct "zipped_product" product::ZIPPED_PRODUCT,
            TiledProduct "tiled_product" product::TILED_PRODUCT,
            FlatProduct "flat_product" product::FLAT_PRODUCT,
            BlockedProduct "blocked_product" product::BLOCKED_PRODUCT,
            RakedProduct "raked_product" product::RAKED_PRODUCT,
            Complement "complement" inverse::COMPLEMENT,
            RightInverse "right_inverse" inverse::RIGHT_INVERSE,
            LeftInverse "left_inverse" inverse::LEFT_INVERSE,
            LocalTile "local_tile" partition::LOCAL_TILE,
            InnerPartition "inner_partition" partition::INNER_PARTITION,
            OuterPartition "outer_partition" partition::OUTER_PARTITION,
            LocalPartition "local_partition" partition::LOCAL_PARTITION,
            MakeLayout "make_layout" make::MAKE_LAYOUT,
            MakeOrderedLayout "make_ordered_layout" make::MAKE_ORDERED_LAYOUT,
            CompactColMajor "compact_col_major" make::COMPACT_COL_MAJOR,
            CompactRowMajor "compact_row_major" make::COMPACT_ROW_MAJOR,
            MakeIdentityLayout "make_identity_layout" make::MAKE_IDENTITY_LAYOUT,
            MakeLayoutLike "make_layout_like" make::MAKE_LAYOUT_LIKE,
            MakeFragmentLike "make_fragment_like" make::MAKE_FRAGMENT_LIKE,
            MakeComposedLayout "make_composed_layout" make::MAKE_COMPOSED_LAYOUT,
            TileToShape "tile_to_shape" make::TILE_TO_SHAPE,
            ComposedTileToShape "composed_tile_to_shape" make::COMPOSED_TILE_TO_SHAPE,
            Upcast "upcast" cast::UPCAST,
            ComposedUpcast "composed_upcast" cast::COMPOSED_UPCAST,
            Downcast "downcast" cast::DOWNCAST,
            Recast "recast" cast::RECAST,
            MaxCommonVector "max_common_vector" max_common::MAX_COMMON_VECTOR,
            MaxCommonLayout "max_common_layout" max_common::MAX_COMMON_LAYOUT,
            MaxAlignment "max_alignment" max_common::MAX_ALIGNMENT,
            DomainDistribute "domain_distribute" shape_division::DOMAIN_DISTRIBUTE,
            ShapeDiv "shape_div" shape_division::SHAPE_DIV,
            CeilDiv "ceil_div" shape_division::CEIL_DIV,
            SwizzleApply "swizzle_apply" swizzle::SWIZZLE_APPLY,
            Injective "injective" predicate::INJECTIVE,
            Surjective "surjective" predicate::SURJECTIVE,
            Bijective "bijective" predicate::BIJECTIVE,
            Compact "compact" predicate::COMPACT,
            Equivalent "equivalent" predicate::EQUIVALENT,
            Covers "covers" predicate::COVERS,
            ConflictFree "conflict_free" predicate::CONFLICT_FREE,
            Image "image" analysis::IMAGE,
            Contiguity "contiguity" analysis::CONTIGUITY,
            Alignment "alignment" analysis::ALIGNMENT,
            BankConflicts "bank_conflicts" analysis::BANK_CONFLICTS,
            Sectors "sectors" analysis::SECTORS,
            LinearForm "linear_form" analysis::LINEAR_FORM,
            Loops "loops" analysis::LOOPS,
            FromOffsets "from_offsets" analysis::FROM_OFFSETS,
            CopyAtomThrId "copy_atom_thr_id" copy::COPY_ATOM_THR_ID,
            CopyAtomSrcBits "copy_atom_src_bits" copy::COPY_ATOM_SRC_BITS,
            CopyAtomDstBits "copy_atom_dst_bits" copy::COPY_ATOM_DST_BITS,
            CopyAtomRefBits "copy_atom_ref_bits" copy::COPY_ATOM_REF_BITS,
            MakeTiledCopy "make_tiled_copy" copy::MAKE_TILED_COPY,
            MakeTiledCopyA "make_tiled_copy_A" copy::MAKE_TILED_COPY_A,
            MakeTiledCopyB "make_tiled_copy_B" copy::MAKE_TILED_COPY_B,
            MakeTiledCopyC "make_tiled_copy_C" copy::MAKE_TILED_COPY_C,
            MakeTiledCopyCAtom "make_tiled_copy_C_atom" copy::MAKE_TILED_COPY_C_ATOM,
            MakeTiledCopyS "make_tiled_copy_S" copy::MAKE_TILED_COPY_S,
            MakeTiledCopyD "make_tiled_copy_D" copy::MAKE_TILED_COPY_D,
            MakeCotiledCopy "make_cotiled_copy" copy::MAKE_COTILED_COPY,
            MakeTmemCopy "make_tmem_copy" copy::MAKE_TMEM_COPY,
            CopyLayoutSTv "copy_layoutS_TV" copy::COPY_LAYOUT_S_TV,
            CopyLayoutDTv "copy_layoutD_TV" copy::COPY_LAYOUT_D_TV,
            CopyTilerMn "copy_tiler_mn" copy::COPY_TILER_MN,
            PartitionS "partition_S" copy::PARTITION_S,
            PartitionD "partition_D" copy::PARTITION_D,
            TidfrgS "tidfrg_S" copy::TIDFRG_S,
            TidfrgD "tidfrg_D" copy::TIDFRG_D,
            RetileS "retile_S" copy::RETILE_S,
            RetileD "retile_D" copy::RETILE_D,
            MmaAtomShapeMnk "mma_atom_shape_mnk" mma::MMA_ATOM_SHAPE_MNK,
            MmaAtomThrId "mma_atom_thr_id" mma::MMA_ATOM_THR_ID,
            MmaAtomLayoutA "mma_atom_layoutA" mma::MMA_ATOM_LAYOUT_A,
            MmaAtomLayoutB "mma_atom_layoutB" mma::MMA_ATOM_LAYOUT_B,
            MmaAtomLayoutC "mma_atom_layoutC" mma::MMA_ATOM_LAYOUT_C,
            MakeTiledMma "make_tiled_mma" mma::MAKE_TILED_MMA,
            MmaThrLayoutVmnk "mma_thr_layout_vmnk" mma::MMA_THR_LAYOUT_VMNK,
            MmaTileShape "mma_tile_shape" mma::MMA_TILE_SHAPE,
            MmaLayoutATv "mma_layoutA_TV" mma::MMA_LAYOUT_A_TV,
            MmaLayoutBTv "mma_layoutB_TV" mma::MMA_LAYOUT_B_TV,
            MmaLayoutCTv "mma_layoutC_TV" mma::MMA_LAYOUT_C_TV,
            ThrfrgA "thrfrg_A" mma::THRFRG_A,
            ThrfrgB "thrfrg_B" mma::THRFRG_B,
            ThrfrgC "thrfrg_C" mma::THRFRG_C,
            PartitionA "partition_A" mma::PARTITION_A,
            PartitionB "partition_B" mma::PARTITION_B,
            PartitionC "partition_C" mma::PARTITION_C,
            PartitionShapeA "partition_shape_A" mma::PARTITION_SHAPE_A,
            PartitionShapeB "partition_shape_B" mma::PARTITION_SHAPE_B,
            PartitionShapeC "partition_shape_C" mma::PARTITION_SHAPE_C,
            PartitionFragmentA "partition_fragment_A" mma::PARTITION_FRAGMENT_A,
            PartitionFragmentB "partition_fragment_B" mma::PARTITION_FRAGMENT_B,
            PartitionFragmentC "partition_fragment_C" mma::PARTITION_FRAGMENT_C,
            TmemAccess "tmem_access" mma::TMEM_ACCESS,
            Admissible "admissible" mma::ADMISSIBLE,
            SmemAtom "smem_atom" smem::SMEM_ATOM,
            SsSmemSelector "ss_smem_selector" smem::SS_SMEM_SELECTOR,
            RsSmemSelector "rs_smem_selector" smem::RS_SMEM_SELECTOR,
            Sm100SmemSelector "sm100_smem_selector" smem::SM100_SMEM_SELECTOR,
            MakeGmmaDesc "make_gmma_desc" smem::MAKE_GMMA_DESC,
            MakeUmmaDesc "make_umma_desc" smem::MAKE_UMMA_DESC,
            GetSwizzlePortion "get_swizzle_portion" composed::GET_SWIZZLE_PORTION,
            GetNonswizzlePortion "get_nonswizzle_portion" composed::GET_NONSWIZZLE_PORTION,
            DomainOffset "domain_offset" composed::DOMAIN_OFFSET,
            RoundUp "round_up" shape_division::ROUND_UP,
            ShapeMod "shape_mod" shape_division::SHAPE_MOD,
            ProductEach "product_each" shape_division::PRODUCT_EACH,
        }
    };
}
pub(super) use each_operation;

macro_rules! with_names {
    ($($operation:ident $name:literal $family:ident::$columns:ident,)*) => {
        /// An operation of the annotation language, under the name that CuTe and the test vectors give it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Operation {
            $(#[doc = concat!("`", $name, "`.")] $operation,)*
        }

        impl Operation {
            pub(super) const ALL: &[Self] = &[$(Self::$operation,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$operation => $name,)*
                }
            }
        }
    };
}

each_operation!(with_names);

impl Operation {
    /// The operation of this name.
    pub fn named(name: &str) -> Option<Self> {
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
