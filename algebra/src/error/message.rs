//! The words of each error, all in this place.

use std::fmt;

use super::Error;
use crate::nearest::{counts, divisors, existing_modes, multiples, of_operand, sizes, strides, vectors};
use crate::{IntTuple, ModePath};

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Overflow { operation } => write!(f, "{operation}: the result does not fit in 64 bits"),
            Error::TooLarge { operation, what, found, limit } => {
                write!(f, "{operation}: {what} {found} is more than the limit of {limit}")
            }
            Error::NonPositiveSize { mode, size } => {
                write!(f, "{mode} has size {size}; sizes are at least 1")
            }
            Error::NonCongruent { shape, stride, mode, difference } => {
                write!(f, "shape {shape} and stride {stride} are not congruent: at {mode}, {difference}")
            }
            Error::Parse { column, expected, found } => {
                write!(f, "column {column}: expected {expected}, found {found}")
            }
            Error::CoordinateMismatch { operation, coordinate, shape, mode } => write!(
                f,
                "{operation}: coordinate {coordinate} does not fit shape {shape} at {mode}{}",
                fitting(shape, mode)
            ),
            Error::NoSuchMode { operation, index, rank } => {
                write!(f, "{operation}: there is no mode {index} in {rank} modes{}", existing_modes(*rank))
            }
            Error::StrideDivisibility {
                operation,
                operand,
                mode,
                right,
                left,
                left_mode,
                stride,
                size,
                nearest,
            } => write!(
                f,
                "{operation}: {right} ({}) does not step evenly over mode {left_mode} of {left}: a stride of {stride} there is \
                 neither a multiple of the size {size} nor less than it{}",
                place(operand, mode),
                of_operand("stride", operand, nearest)
            ),
            Error::ShapeDivisibility {
                operation,
                operand,
                mode,
                right,
                left,
                left_mode,
                size,
                by,
                nearest,
            } => write!(
                f,
                "{operation}: {right} ({}) does not fill mode {left_mode} of {left} evenly: {size} elements there are not a \
                 multiple of {by}{}",
                place(operand, mode),
                of_operand("size", operand, nearest)
            ),
            Error::NonInjective { operation, layout, mode, stride, taken } => write!(
                f,
                "{operation}: {layout} is not injective: stride {stride} of its mode {mode} is less than {taken}, and the \
                 offsets below {taken} belong to the modes of smaller stride; a stride of at least {taken} would work"
            ),
            Error::LeftInverseDivisibility { layout, mode, stride, covered, nearest } => write!(
                f,
                "left_inverse: stride {stride} of mode {mode} of {layout} is not a multiple of {covered}, which the modes of \
                 smaller stride cover{}",
                strides(nearest)
            ),
            Error::UpcastDivisibility { operation, mode, stride, factor, nearest } => write!(
                f,
                "{operation}: at {mode}, stride {stride} neither divides {factor} nor is a multiple of it{}",
                strides(nearest)
            ),
            Error::OffsetDivisibility { operation, offset, factor } => write!(
                f,
                "{operation}: the offset {offset} is not a multiple of {factor}{}",
                multiples(*offset, *factor)
            ),
            Error::DowncastNoUnitStride { operation, layout, factor } => write!(
                f,
                "{operation}: {layout} has no mode of stride 1, so its elements cannot be split into {factor} adjacent ones; a \
                 layout with a mode of stride 1 works"
            ),
            Error::BadFactor { operation, reason } => write!(f, "{operation}: {reason}"),
            Error::TileToShapeIndivisible { mode, block, target, nearest } => write!(
                f,
                "tile_to_shape: at {mode}, block size {block} does not divide target size {target}{}",
                sizes(nearest)
            ),
            Error::ShapeDiv { mode, dividend, divisor, nearest } => write!(
                f,
                "shape_div: at {mode}, neither of {dividend} and {divisor} divides the other{}",
                divisors(nearest)
            ),
            Error::TilerRank { operation, mode, elements, rank } => write!(
                f,
                "{operation}: the tiler has {elements} elements, but {mode} has {rank} modes; at most {rank} elements work"
            ),
            Error::ProfileMismatch { operation, left, right, mode, difference } => {
                write!(f, "{operation}: {left} and {right} nest differently at {mode}: {difference}")
            }
            Error::BadRange { operation, begin, end, rank } => write!(
                f,
                "{operation}: [{begin},{end}) is no range of the modes of a layout of rank {rank}; a range begins before it \
                 ends, at {rank} at most"
            ),
            Error::UnderscoreMode { operation, mode, found } => write!(
                f,
                "{operation}: the tiler leaves {mode} alone with '_', and regrouping needs it to be a (tile, rest) pair, but \
                 it is {found}; use logical_divide, or give the mode's full size instead of '_'"
            ),
            Error::ZipProfile { operation, block, grid } => write!(
                f,
                "{operation}: block {block} and grid {grid} cannot be zipped: write both as tuples or both as integers"
            ),
            Error::XorCarry { left, right, at, expected, found } => write!(
                f,
                "composition: {left} o {right} is no layout with XOR strides: additions carry, so that coordinate {at} is at \
                 {expected} and mode by mode at {found}"
            ),
            Error::UnsupportedLayout { operation, layout, reason } => {
                write!(f, "{operation}: {reason}: {layout}")
            }
            Error::NoSwizzle { operation, read, changed, reason } => write!(
                f,
                "{operation}: no swizzle XORs the bits {read:#b} into the bits {changed:#b}: {reason}"
            ),
            Error::UnsupportedStride { operation, stride, reason } => {
                write!(f, "{operation}: {reason}: {stride}")
            }
            Error::NegativeStride { operation, layout, mode, stride } => write!(
                f,
                "{operation}: stride {stride} at mode {mode} of {layout} is negative; the operation needs strides of at least 0"
            ),
            Error::UnknownName { kind, name, near } => {
                write!(f, "there is no {kind} {name} here{}", known(near))
            }
            Error::UnknownAtom { name } => write!(f, "there is no MMA atom {name}"),
            Error::AtomArguments { atom, reason } => write!(f, "{atom}: {reason}"),
            Error::TiledMmaRank { operation, what, found, rank, wanted } => {
                write!(f, "{operation}: the {what} {found} has rank {rank}; it needs {wanted}")
            }
            Error::CopyOperation { operation, reason } => write!(f, "{operation}: {reason}"),
            Error::CopyAtomType { operation, element, bits, side, threads, found } => write!(
                f,
                "Copy_Atom<{operation},{element}>: a value of {bits} bits gives {side} {found} threads, and the operation has \
                 {threads}; a narrower type would work"
            ),
            Error::TiledCopySize { what, tiled, atom, nearest } => write!(
                f,
                "TiledCopy: {tiled} {what} cannot be shared out to atoms of {atom} {what} each{}",
                sizes(nearest)
            ),
            Error::CotiledMemory { values, data, found } => write!(
                f,
                "make_cotiled_copy: the values {values} of the atom are not all offsets of {data}: there they are {found}"
            ),
            Error::NotCanonical { operation, layout, major, reason } => {
                write!(f, "{operation}: {layout} is no canonical {major}-major layout: {reason}")
            }
            Error::NoSwizzleMode { operation, swizzle, hardware, modes } => {
                write!(f, "{operation}: {swizzle} is no swizzle mode of {hardware}; those are {modes}")
            }
            Error::SmemTile { operation, what, size, of, nearest } => {
                write!(f, "{operation}: {what} is {size}, which must be a multiple of {of}{}", sizes(nearest))
            }
            Error::FractionalBasis { column, mode, numerator, denominator, nearest } => write!(
                f,
                "column {column}: {numerator}/{denominator} ({mode}) is a fractional basis: no integer layout has it; scale the \
                 layout by {denominator} first{}",
                counts(nearest)
            ),
            Error::AccessWidth { operation, element_bits, elements, widest, nearest } => write!(
                f,
                "{operation}: {elements} elements of {element_bits} bits are no access of one thread, which is 1, 2, 4, 8, .. \
                 up to {widest} bytes wide{}",
                vectors(nearest)
            ),
            Error::Misaligned { operation, thread, bit, width, aligned } => write!(
                f,
                "{operation}: thread {thread} begins at bit {bit}, which is not a multiple of the {width} bits of its access; \
                 the widest aligned vector has {aligned} elements"
            ),
            Error::ScatteredVector { operation, thread, value, expected, found } => write!(
                f,
                "{operation}: value {value} of thread {thread} lies at {found}, not at {expected} behind the value before it: \
                 the values of a vector are adjacent"
            ),
            Error::NotZeroAtZero { operation, found } => {
                write!(f, "{operation}: 0 goes to {found}, and every composition of layouts takes 0 to 0")
            }
            Error::ZeroDivisor { operation, dividend } => {
                write!(f, "{operation}: {dividend} is divided by 0, which ends the program")
            }
            Error::NeedsStatic { operation, what, found } => {
                write!(f, "{operation}: {found} is a run-time integer, and CuTe needs {what} to be static")
            }
            Error::LacksFact { operation, fact } => {
                write!(f, "{operation}: the result is not known without the fact {fact}")
            }
            Error::BadSwizzle { bits, base, shift, reason } => {
                write!(f, "Sw<{bits},{base},{shift}>: {reason}")
            }
        }
    }
}

/// `tile, mode 1`, for a message.
fn place(operand: &str, mode: &ModePath) -> String {
    if mode.0.is_empty() { operand.to_owned() } else { format!("{operand}, {mode}") }
}

/// `; those that begin alike are A, B`, for a message.
fn known(near: &[&'static str]) -> String {
    if near.is_empty() { String::new() } else { format!("; those that begin alike are {}", near.join(", ")) }
}

/// `; one index, or 2 of them, fit (4,8) there`, for a message; nothing when the shape is shortened or has names.
fn fitting(shape: &str, mode: &ModePath) -> String {
    let Ok(whole) = shape.parse::<IntTuple>() else { return String::new() };
    let part = mode.0.iter().try_fold(&whole, |part, &index| part.is_tuple().then(|| part.mode(index))?);
    match part {
        Some(IntTuple::Int(size)) => format!("; one index fits the size {size} there"),
        Some(tuple) => format!("; one index, or {} of them, fit {tuple} there", tuple.rank()),
        None => String::new(),
    }
}
