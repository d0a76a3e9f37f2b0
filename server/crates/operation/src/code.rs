//! The kinds of problems, each with the code under which users see it.

use layout_algebra::{Error, ErrorKind};

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Cannot work, or is wrong.
    Error,
    /// Works, but not as it says.
    Warning,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $text:literal, $severity:ident;)*) => {
        /// The stable code of a problem. `docs/diagnostics/` has a page for each.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// Every code, in the order of this file.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The text that users see, silence with `allow(...)` and look up.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $text,)* }
            }

            /// How bad a problem of this code is.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    /// The statement could not be read.
    Syntax = "syntax", Error;
    /// Shape and stride of a literal have different nesting.
    NonCongruent = "non-congruent", Error;
    /// Composition: a stride of the right operand does not divide into the left operand's modes.
    StrideDivisibility = "stride-divisibility", Error;
    /// Composition, tile_to_shape, shape_div: a shape does not divide.
    ShapeDivisibility = "shape-divisibility", Error;
    /// CuTe compiles the operation, but its result is not what the operation means.
    AcceptedButWrong = "accepted-but-wrong", Error;
    /// The result covers more than the input: a kernel must predicate.
    NeedsPredicate = "needs-predicate", Warning;
    /// An `assert` does not hold.
    AssertFailed = "assert-failed", Error;
    /// A `static_assert` of code does not hold: the program does not compile.
    StaticAssertFailed = "static-assert-failed", Error;
    /// A name that nothing binds.
    UnknownName = "unknown-name", Error;
    /// A bound name is spelled like a basis (`e0`, `f5`).
    AmbiguousName = "ambiguous-name", Warning;
    /// A number left the range of 64 bits.
    Overflow = "overflow", Error;
    /// A stated limit stopped the computation or its proof.
    TooLarge = "too-large", Warning;
    /// A size, shape or stride that no layout has: zero or negative sizes, an empty tuple.
    InvalidLayout = "invalid-layout", Error;
    /// The operand is of another kind than the operation wants.
    WrongKind = "wrong-kind", Error;
    /// The operation takes another number of arguments.
    ArgumentCount = "argument-count", Error;
    /// Ranks or profiles do not fit: a tiler with more modes than the layout, a mode index past the rank.
    RankMismatch = "rank-mismatch", Error;
    /// `/` has a remainder, or divides by zero.
    InexactDivision = "inexact-division", Error;
    /// A layout has no complement because it is not injective.
    NonInjective = "non-injective", Error;
    /// A layout has no inverse, cast or other result under this operation.
    Undefined = "undefined", Error;
    /// Integer, coordinate and XOR strides do not mix in one layout.
    MixedStrides = "mixed-strides", Error;
    /// A fractional basis (`1/2@0`) is no layout.
    FractionalBasis = "fractional-basis", Error;
    /// `Sw<B,M,S>` with numbers that are no swizzle.
    InvalidSwizzle = "invalid-swizzle", Error;
    /// A layout stands where a by-mode tiler was probably meant.
    LayoutAsTiler = "layout-as-tiler", Error;
    /// A `with` contradicts another binding.
    Contradiction = "contradiction", Error;
    /// The tensors of a copy or a GEMM in code have different sizes.
    SizeMismatch = "size-mismatch", Error;
    /// A copy in code takes more wavefronts of shared memory than its bytes need.
    BankConflict = "bank-conflict", Warning;
    /// An access of a plain kernel moves more sectors of global memory than its bytes need.
    UncoalescedAccess = "uncoalesced-access", Warning;
    /// An access of a copy in code is not aligned to its width: the program faults.
    MisalignedAccess = "misaligned-access", Error;
    /// A swizzle with the numbers of bytes over wider elements.
    SwizzleUnit = "swizzle-unit", Warning;
    /// A comma in parentheses drops what stands before it, where a tuple was probably meant.
    DroppedByComma = "dropped-by-comma", Warning;
    /// `run`: two coordinates of the destination share an element.
    RunOverlap = "run-overlap", Error;
    /// `run`: sizes or modes of the operands differ.
    RunSizeMismatch = "run-size-mismatch", Error;
    /// `run`: an element type or an option that does not exist.
    RunOption = "run-option", Error;
    /// A layout in a comment is no layout, or not the one that stands beside it.
    WrongComment = "wrong-comment", Warning;
    /// An `allow` names a code that does not exist.
    UnknownCode = "unknown-code", Warning;
}

impl Code {
    /// The code under which a refusal of the algebra is shown.
    pub fn of(error: &Error) -> Self {
        match error.kind() {
            ErrorKind::StrideDivisibility { .. } => Code::StrideDivisibility,
            ErrorKind::ShapeDivisibility { .. }
            | ErrorKind::TileToShapeIndivisible { .. }
            | ErrorKind::ShapeDiv { .. } => Code::ShapeDivisibility,
            ErrorKind::NonCongruent { .. } => Code::NonCongruent,
            ErrorKind::NonPositiveSize { .. } => Code::InvalidLayout,
            ErrorKind::NonInjective { .. } => Code::NonInjective,
            ErrorKind::Overflow => Code::Overflow,
            ErrorKind::FractionalBasis { .. } => Code::FractionalBasis,
            ErrorKind::TooLarge { .. } => Code::TooLarge,
            ErrorKind::NoSuchMode { .. }
            | ErrorKind::ProfileMismatch { .. }
            | ErrorKind::BadRange { .. }
            | ErrorKind::TilerRank { .. }
            | ErrorKind::UnderscoreMode { .. }
            | ErrorKind::ZipProfile { .. }
            | ErrorKind::CoordinateMismatch { .. } => Code::RankMismatch,
            ErrorKind::NoSwizzle { .. } | ErrorKind::BadSwizzle { .. } => Code::InvalidSwizzle,
            ErrorKind::UnsupportedStride { .. } | ErrorKind::NeedsCotarget { .. } => Code::WrongKind,
            // These have no code of their own.
            ErrorKind::Parse { .. }
            | ErrorKind::LeftInverseDivisibility { .. }
            | ErrorKind::UpcastDivisibility { .. }
            | ErrorKind::OffsetDivisibility { .. }
            | ErrorKind::DowncastNoUnitStride { .. }
            | ErrorKind::BadFactor { .. }
            | ErrorKind::XorCarry { .. }
            | ErrorKind::UnsupportedLayout { .. }
            | ErrorKind::NegativeStride { .. }
            | ErrorKind::UnknownName { .. }
            | ErrorKind::UnknownAtom { .. }
            | ErrorKind::AtomArguments { .. }
            | ErrorKind::TiledMmaRank { .. }
            | ErrorKind::CopyOperation { .. }
            | ErrorKind::CopyAtomType { .. }
            | ErrorKind::TiledCopySize { .. }
            | ErrorKind::CotiledMemory { .. }
            | ErrorKind::NotCanonical { .. }
            | ErrorKind::NoSwizzleMode { .. }
            | ErrorKind::SmemTile { .. }
            | ErrorKind::AccessWidth { .. }
            | ErrorKind::Misaligned { .. }
            | ErrorKind::ScatteredVector { .. }
            | ErrorKind::NotZeroAtZero { .. }
            | ErrorKind::ZeroDivisor { .. }
            | ErrorKind::NeedsStatic { .. }
            | ErrorKind::LacksFact { .. } => Code::Undefined,
            // The algebra may have more of them one day (`non_exhaustive`), as yet without a code.
            _ => Code::Undefined,
        }
    }

    /// The vectors' spelling of a code that is no refusal of the algebra; `other` of those for which they have none.
    pub fn why(self) -> &'static str {
        match self {
            Code::NonCongruent => "non_congruent",
            Code::InvalidLayout => "non_positive_size",
            Code::Overflow => "overflow",
            Code::TooLarge => "too_large",
            Code::InvalidSwizzle => "swizzle",
            Code::MixedStrides => "mixed_strides",
            Code::FractionalBasis => "fractional_basis",
            Code::InexactDivision => "inexact_division",
            Code::UnknownName => "unknown_name",
            Code::WrongKind => "wrong_kind",
            Code::RankMismatch => "rank",
            _ => "other",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_kebab_case() {
        for (index, code) in Code::ALL.iter().enumerate() {
            let text = code.as_str();
            assert!(text.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{text}");
            assert!(Code::ALL[..index].iter().all(|earlier| earlier.as_str() != text), "{text} stands twice");
        }
    }
}
