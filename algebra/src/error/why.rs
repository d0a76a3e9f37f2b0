//! Stable names of the reasons.

use super::{Error, ErrorKind};

impl Error {
    /// The `why` of the test vectors: a stable name of the reason.
    pub fn why(&self) -> &'static str {
        match self.kind() {
            ErrorKind::Overflow => "overflow",
            ErrorKind::TooLarge { .. } => "too_large",
            ErrorKind::NonPositiveSize { .. } => "non_positive_size",
            ErrorKind::NonCongruent { .. } => "non_congruent",
            ErrorKind::Parse { .. } => "parse",
            ErrorKind::CoordinateMismatch { .. } => "coordinate_mismatch",
            ErrorKind::NoSuchMode { .. } => "rank",
            ErrorKind::StrideDivisibility { .. } => "stride_divisibility",
            ErrorKind::ShapeDivisibility { .. } => "shape_divisibility",
            ErrorKind::NonInjective { .. } => "non_injective",
            ErrorKind::LeftInverseDivisibility { .. } => "left_inverse_divisibility",
            ErrorKind::UpcastDivisibility { .. } | ErrorKind::OffsetDivisibility { .. } => {
                "upcast_divisibility"
            }
            ErrorKind::DowncastNoUnitStride { .. } => "downcast_no_unit_stride",
            ErrorKind::BadFactor { .. } => "bad_factor",
            ErrorKind::TileToShapeIndivisible { .. } => "tile_to_shape_indivisible",
            ErrorKind::ShapeDiv { .. } => "shape_div",
            ErrorKind::TilerRank { .. } => "tiler_rank",
            ErrorKind::ProfileMismatch { .. } | ErrorKind::BadRange { .. } => "rank",
            ErrorKind::UnderscoreMode { .. } => "underscore_mode_not_rank_2",
            ErrorKind::ZipProfile { .. } => "zip_profile_mismatch",
            ErrorKind::UnsupportedStride { .. } | ErrorKind::NeedsCotarget { .. } => {
                "unsupported_stride_kind"
            }
            ErrorKind::NegativeStride { .. } => "negative_stride",
            ErrorKind::XorCarry { .. } => "xor_carry",
            ErrorKind::UnsupportedLayout { .. } => "unsupported_layout",
            ErrorKind::NoSwizzle { .. } => "swizzle",
            ErrorKind::UnknownName { .. } => "unknown_name",
            ErrorKind::UnknownAtom { .. } | ErrorKind::AtomArguments { .. } => "mma_atom",
            ErrorKind::TiledMmaRank { .. } => "tiled_mma",
            ErrorKind::CopyOperation { .. } | ErrorKind::CopyAtomType { .. } => "copy_atom",
            ErrorKind::TiledCopySize { .. } | ErrorKind::CotiledMemory { .. } => "tiled_copy",
            ErrorKind::NotCanonical { .. } | ErrorKind::NoSwizzleMode { .. } | ErrorKind::SmemTile { .. } => {
                "smem_layout"
            }
            ErrorKind::FractionalBasis { .. } => "fractional_basis",
            ErrorKind::AccessWidth { .. }
            | ErrorKind::Misaligned { .. }
            | ErrorKind::ScatteredVector { .. } => "access",
            ErrorKind::NotZeroAtZero { .. } => "not_zero_at_zero",
            ErrorKind::BadSwizzle { .. } => "swizzle",
            ErrorKind::ZeroDivisor { .. } => "runtime_crash",
            ErrorKind::NeedsStatic { .. } => "needs_static",
            ErrorKind::LacksFact { .. } => "lacks_fact",
        }
    }
}
