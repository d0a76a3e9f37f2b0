//! Stable names of the reasons.

use super::Error;

impl Error {
    /// The `why` of the test vectors: a stable name of the reason.
    pub fn why(&self) -> &'static str {
        match self {
            Error::Overflow { .. } => "overflow",
            Error::TooLarge { .. } => "too_large",
            Error::NonPositiveSize { .. } => "non_positive_size",
            Error::NonCongruent { .. } => "non_congruent",
            Error::Parse { .. } => "parse",
            Error::CoordinateMismatch { .. } => "coordinate_mismatch",
            Error::NoSuchMode { .. } => "rank",
            Error::StrideDivisibility { .. } => "stride_divisibility",
            Error::ShapeDivisibility { .. } => "shape_divisibility",
            Error::NonInjective { .. } => "non_injective",
            Error::LeftInverseDivisibility { .. } => "left_inverse_divisibility",
            Error::UpcastDivisibility { .. } | Error::OffsetDivisibility { .. } => "upcast_divisibility",
            Error::DowncastNoUnitStride { .. } => "downcast_no_unit_stride",
            Error::BadFactor { .. } => "bad_factor",
            Error::TileToShapeIndivisible { .. } => "tile_to_shape_indivisible",
            Error::ShapeDiv { .. } => "shape_div",
            Error::TilerRank { .. } => "tiler_rank",
            Error::ProfileMismatch { .. } | Error::BadRange { .. } => "rank",
            Error::UnderscoreMode { .. } => "underscore_mode_not_rank_2",
            Error::ZipProfile { .. } => "zip_profile_mismatch",
            Error::UnsupportedStride { .. } => "unsupported_stride_kind",
            Error::NegativeStride { .. } => "negative_stride",
            Error::XorCarry { .. } => "xor_carry",
            Error::UnsupportedLayout { .. } => "unsupported_layout",
            Error::NoSwizzle { .. } => "swizzle",
            Error::UnknownName { .. } => "unknown_name",
            Error::UnknownAtom { .. } | Error::AtomArguments { .. } => "mma_atom",
            Error::TiledMmaRank { .. } => "tiled_mma",
            Error::CopyOperation { .. } | Error::CopyAtomType { .. } => "copy_atom",
            Error::TiledCopySize { .. } | Error::CotiledMemory { .. } => "tiled_copy",
            Error::NotCanonical { .. } | Error::NoSwizzleMode { .. } | Error::SmemTile { .. } => {
                "smem_layout"
            }
            Error::FractionalBasis { .. } => "fractional_basis",
            Error::AccessWidth { .. } | Error::Misaligned { .. } | Error::ScatteredVector { .. } => "access",
            Error::NotZeroAtZero { .. } => "not_zero_at_zero",
            Error::BadSwizzle { .. } => "swizzle",
            Error::ZeroDivisor { .. } => "runtime_crash",
            Error::NeedsStatic { .. } => "needs_static",
            Error::LacksFact { .. } => "lacks_fact",
        }
    }
}
