//! What an operation adds to the error of another one that it uses: its own name, the mode, the operand.

use super::Error;

impl Error {
    /// The same error, of an operation that was asked for and uses the one that failed.
    pub(crate) fn of_operation(mut self, name: &'static str) -> Self {
        match &mut self {
            Error::Overflow { operation }
            | Error::TooLarge { operation, .. }
            | Error::CoordinateMismatch { operation, .. }
            | Error::NoSuchMode { operation, .. }
            | Error::StrideDivisibility { operation, .. }
            | Error::ShapeDivisibility { operation, .. }
            | Error::NonInjective { operation, .. }
            | Error::UpcastDivisibility { operation, .. }
            | Error::OffsetDivisibility { operation, .. }
            | Error::DowncastNoUnitStride { operation, .. }
            | Error::BadFactor { operation, .. }
            | Error::TilerRank { operation, .. }
            | Error::ProfileMismatch { operation, .. }
            | Error::BadRange { operation, .. }
            | Error::UnderscoreMode { operation, .. }
            | Error::ZipProfile { operation, .. }
            | Error::UnsupportedStride { operation, .. }
            | Error::UnsupportedLayout { operation, .. }
            | Error::NoSwizzle { operation, .. }
            | Error::ZeroDivisor { operation, .. }
            | Error::NeedsStatic { operation, .. }
            | Error::LacksFact { operation, .. }
            | Error::AccessWidth { operation, .. }
            | Error::Misaligned { operation, .. }
            | Error::ScatteredVector { operation, .. }
            | Error::NotZeroAtZero { operation, .. }
            | Error::TiledMmaRank { operation, .. }
            | Error::NegativeStride { operation, .. } => *operation = name,
            Error::UnknownName { .. }
            | Error::UnknownAtom { .. }
            | Error::AtomArguments { .. }
            | Error::CopyOperation { .. }
            | Error::CopyAtomType { .. }
            | Error::TiledCopySize { .. }
            | Error::CotiledMemory { .. }
            | Error::NotCanonical { .. }
            | Error::NoSwizzleMode { .. }
            | Error::SmemTile { .. }
            | Error::NonPositiveSize { .. }
            | Error::NonCongruent { .. }
            | Error::Parse { .. }
            | Error::LeftInverseDivisibility { .. }
            | Error::TileToShapeIndivisible { .. }
            | Error::ShapeDiv { .. }
            | Error::FractionalBasis { .. }
            | Error::XorCarry { .. }
            | Error::BadSwizzle { .. } => {}
        }
        self
    }

    /// The same error, where it happened inside mode `index`.
    pub(crate) fn in_mode(mut self, index: usize) -> Self {
        if let Error::StrideDivisibility { mode, .. }
        | Error::ShapeDivisibility { mode, .. }
        | Error::UpcastDivisibility { mode, .. }
        | Error::TilerRank { mode, .. }
        | Error::ProfileMismatch { mode, .. }
        | Error::ShapeDiv { mode, .. }
        | Error::UnderscoreMode { mode, .. } = &mut self
        {
            mode.0.insert(0, index);
        }
        self
    }

    /// The same error of a composition whose right operand is `name`.
    pub(crate) fn of_operand(mut self, name: &'static str) -> Self {
        if let Error::StrideDivisibility { operand, .. } | Error::ShapeDivisibility { operand, .. } =
            &mut self
        {
            *operand = name;
        }
        self
    }

    /// The same error of a composition whose right operand is the pair (first, second).
    pub(crate) fn of_pair(mut self, first: &'static str, second: &'static str) -> Self {
        if let Error::StrideDivisibility { operand, mode, .. }
        | Error::ShapeDivisibility { operand, mode, .. } = &mut self
            && !mode.0.is_empty()
        {
            *operand = if mode.0.remove(0) == 0 { first } else { second };
        }
        self
    }
}
