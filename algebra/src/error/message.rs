//! The words of each error, all in this place.

use std::fmt;

use super::{Error, ErrorKind};
use crate::nearest::{counts, divisors, existing_modes, multiples, of_operand, sizes, strides, vectors};
use crate::{IntTuple, ModePath};

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.operation() {
            write!(f, "{operation}: ")?;
        }
        // Kinds that name a mode have one.
        let mode = self.mode().unwrap_or(const { &ModePath(Vec::new()) });
        match self.kind() {
            ErrorKind::Overflow => write!(f, "the result does not fit in 64 bits"),
            ErrorKind::TooLarge { what, found, limit } => {
                write!(f, "{what} {found} is more than the limit of {limit}")
            }
            ErrorKind::NonPositiveSize { size } => {
                write!(f, "{mode} has size {size}; sizes are at least 1")
            }
            ErrorKind::NonCongruent { shape, stride, difference } => {
                write!(f, "shape {shape} and stride {stride} are not congruent: at {mode}, {difference}")
            }
            ErrorKind::Parse { column, expected, found } => {
                write!(f, "column {column}: expected {expected}, found {found}")
            }
            ErrorKind::CoordinateMismatch { coordinate, shape } => write!(
                f,
                "coordinate {coordinate} does not fit shape {shape} at {mode}{}",
                fitting(shape, mode)
            ),
            ErrorKind::NoSuchMode { index, rank } => {
                write!(f, "there is no mode {index} in {rank} modes{}", existing_modes(*rank))
            }
            ErrorKind::StrideDivisibility { operand, right, left, left_mode, stride, size, nearest } => {
                write!(
                    f,
                    "{right} ({}) does not step evenly over mode {left_mode} of {left}: a stride of {stride} there is \
                 neither a multiple of the size {size} nor less than it{}",
                    place(operand, mode),
                    of_operand("stride", operand, nearest)
                )
            }
            ErrorKind::ShapeDivisibility { operand, right, left, left_mode, size, by, nearest } => write!(
                f,
                "{right} ({}) does not fill mode {left_mode} of {left} evenly: {size} elements there are not a \
                 multiple of {by}{}",
                place(operand, mode),
                of_operand("size", operand, nearest)
            ),
            ErrorKind::NonInjective { layout, mode, stride, taken } => write!(
                f,
                "{layout} is not injective: stride {stride} of its mode {mode} is less than {taken}, and the \
                 offsets below {taken} belong to the modes of smaller stride; a stride of at least {taken} would work"
            ),
            ErrorKind::LeftInverseDivisibility { layout, mode, stride, covered, nearest } => write!(
                f,
                "stride {stride} of mode {mode} of {layout} is not a multiple of {covered}, which the modes of \
                 smaller stride cover{}",
                strides(nearest)
            ),
            ErrorKind::UpcastDivisibility { stride, factor, nearest } => write!(
                f,
                "at {mode}, stride {stride} neither divides {factor} nor is a multiple of it{}",
                strides(nearest)
            ),
            ErrorKind::OffsetDivisibility { offset, factor } => {
                write!(f, "the offset {offset} is not a multiple of {factor}{}", multiples(*offset, *factor))
            }
            ErrorKind::DowncastNoUnitStride { layout, factor } => write!(
                f,
                "{layout} has no mode of stride 1, so its elements cannot be split into {factor} adjacent ones; a \
                 layout with a mode of stride 1 works"
            ),
            ErrorKind::BadFactor { reason } => write!(f, "{reason}"),
            ErrorKind::TileToShapeIndivisible { block, target, nearest } => write!(
                f,
                "at {mode}, block size {block} does not divide target size {target}{}",
                sizes(nearest)
            ),
            ErrorKind::ShapeDiv { dividend, divisor, nearest } => write!(
                f,
                "at {mode}, neither of {dividend} and {divisor} divides the other{}",
                divisors(nearest)
            ),
            ErrorKind::TilerRank { elements, rank } => write!(
                f,
                "the tiler has {elements} elements, but {mode} has {rank} modes; at most {rank} elements work"
            ),
            ErrorKind::ProfileMismatch { left, right, difference } => {
                write!(f, "{left} and {right} nest differently at {mode}: {difference}")
            }
            ErrorKind::BadRange { begin, end, rank } => write!(
                f,
                "[{begin},{end}) is no range of the modes of a layout of rank {rank}; a range begins before it \
                 ends, at {rank} at most"
            ),
            ErrorKind::UnderscoreMode { found } => write!(
                f,
                "the tiler leaves {mode} alone with '_', and regrouping needs it to be a (tile, rest) pair, but \
                 it is {found}; use logical_divide, or give the mode's full size instead of '_'"
            ),
            ErrorKind::ZipProfile { block, grid } => write!(
                f,
                "block {block} and grid {grid} cannot be zipped: write both as tuples or both as integers"
            ),
            ErrorKind::XorCarry { left, right, at, expected, found } => write!(
                f,
                "{left} o {right} is no layout with XOR strides: additions carry, so that coordinate {at} is at \
                 {expected} and mode by mode at {found}"
            ),
            ErrorKind::UnsupportedLayout { layout, reason } => {
                write!(f, "{reason}: {layout}")
            }
            ErrorKind::NoSwizzle { read, changed, reason } => {
                write!(f, "no swizzle XORs the bits {read:#b} into the bits {changed:#b}: {reason}")
            }
            ErrorKind::UnsupportedStride { stride, reason } => {
                write!(f, "{reason}: {stride}")
            }
            ErrorKind::NegativeStride { layout, mode, stride } => write!(
                f,
                "stride {stride} at mode {mode} of {layout} is negative; the operation needs strides of at least 0"
            ),
            ErrorKind::UnknownName { kind, name, near } => {
                write!(f, "there is no {kind} {name} here{}", known(near))
            }
            ErrorKind::UnknownAtom { name } => write!(f, "there is no MMA atom {name}"),
            ErrorKind::AtomArguments { atom, reason } => write!(f, "{atom}: {reason}"),
            ErrorKind::TiledMmaRank { what, found, rank, wanted } => {
                write!(f, "the {what} {found} has rank {rank}; it needs {wanted}")
            }
            ErrorKind::CopyOperation { operation, reason } => write!(f, "{operation}: {reason}"),
            ErrorKind::CopyAtomType { operation, element, bits, side, threads, found } => write!(
                f,
                "Copy_Atom<{operation},{element}>: a value of {bits} bits gives {side} {found} threads, and the operation has \
                 {threads}; a narrower type would work"
            ),
            ErrorKind::TiledCopySize { what, tiled, atom, nearest } => write!(
                f,
                "{tiled} {what} cannot be shared out to atoms of {atom} {what} each{}",
                sizes(nearest)
            ),
            ErrorKind::CotiledMemory { values, data, found } => write!(
                f,
                "the values {values} of the atom are not all offsets of {data}: there they are {found}"
            ),
            ErrorKind::NeedsCotarget { coshape, of_paper } => write!(
                f,
                "the complement of coordinate strides needs a cotarget shape, such as {coshape}; in the form of the paper on CuTe \
                 (Table 7), which needs none, it is {of_paper}"
            ),
            ErrorKind::NotCanonical { layout, major, reason } => {
                write!(f, "{layout} is no canonical {major}-major layout: {reason}")
            }
            ErrorKind::NoSwizzleMode { swizzle, hardware, modes } => {
                write!(f, "{swizzle} is no swizzle mode of {hardware}; those are {modes}")
            }
            ErrorKind::SmemTile { what, size, of, nearest } => {
                write!(f, "{what} is {size}, which must be a multiple of {of}{}", sizes(nearest))
            }
            ErrorKind::FractionalBasis { column, numerator, denominator, nearest } => write!(
                f,
                "column {column}: {numerator}/{denominator} ({mode}) is a fractional basis: no integer layout has it; scale the \
                 layout by {denominator} first{}",
                counts(nearest)
            ),
            ErrorKind::AccessWidth { element_bits, elements, widest, nearest } => write!(
                f,
                "{elements} elements of {element_bits} bits are no access of one thread, which is 1, 2, 4, 8, .. \
                 up to {widest} bytes wide{}",
                vectors(nearest)
            ),
            ErrorKind::Misaligned { thread, bit, width, aligned } => write!(
                f,
                "thread {thread} begins at bit {bit}, which is not a multiple of the {width} bits of its access; \
                 the widest aligned vector has {aligned} elements"
            ),
            ErrorKind::ScatteredVector { thread, value, expected, found } => write!(
                f,
                "value {value} of thread {thread} lies at {found}, not at {expected} behind the value before it: \
                 the values of a vector are adjacent"
            ),
            ErrorKind::NotZeroAtZero { found } => {
                write!(f, "0 goes to {found}, and every composition of layouts takes 0 to 0")
            }
            ErrorKind::ZeroDivisor { dividend } => {
                write!(f, "{dividend} is divided by 0, which ends the program")
            }
            ErrorKind::NeedsStatic { what, found } => {
                write!(f, "{found} is a run-time integer, and CuTe needs {what} to be static")
            }
            ErrorKind::LacksFact { fact } => {
                write!(f, "the result is not known without the fact {fact}")
            }
            ErrorKind::BadSwizzle { bits, base, shift, reason } => {
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
