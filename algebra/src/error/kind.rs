//! What is wrong, apart from where.

use crate::{Nearest, Swizzle};

/// What is wrong, with its numbers. The operation and the mode are those of the [`Error`](super::Error).
///
/// The texts in here are shortened when long.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An integer left the range of `i64`.
    Overflow,
    /// A stated limit of this crate ([`MAX_DEPTH`](crate::MAX_DEPTH), [`MAX_LEAVES`](crate::MAX_LEAVES), ..).
    TooLarge {
        /// What is too large: `nesting depth`, `number of integers`, `size`.
        what: &'static str,
        /// How large it is (at least).
        found: i64,
        /// The limit.
        limit: i64,
    },
    /// A size is zero or negative.
    NonPositiveSize {
        /// The size.
        size: i64,
    },
    /// Shape and stride nest differently.
    NonCongruent {
        /// The shape, shortened when long.
        shape: String,
        /// The stride, shortened when long.
        stride: String,
        /// How the two differ there.
        difference: String,
    },
    /// A text is not in CuTe notation.
    Parse {
        /// Column of the first character that does not fit, counted in characters from 1.
        column: usize,
        /// What would have been right there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A coordinate does not fit the shape it indexes.
    CoordinateMismatch {
        /// The coordinate.
        coordinate: String,
        /// The shape.
        shape: String,
    },
    /// A mode index outside the rank.
    NoSuchMode {
        /// The index asked for.
        index: i64,
        /// The number of modes.
        rank: usize,
    },
    /// Composition: a stride of the right operand does not step over a mode of the left one evenly.
    StrideDivisibility {
        /// What the right operand is: `right operand`, `tile`, `rest of the tile`, `grid`.
        operand: &'static str,
        /// The mode of that operand, as text.
        right: String,
        /// The left operand as composition sees it (coalesced).
        left: String,
        /// Which mode of that refuses.
        left_mode: usize,
        /// What is left of the right mode's stride there.
        stride: i64,
        /// The size of the left mode.
        size: i64,
        /// The nearest strides of the right mode that work; for the rest of a tile, the nearest sizes of the tile.
        nearest: Nearest,
    },
    /// Composition: a size of the right operand does not fill a mode of the left one evenly.
    ShapeDivisibility {
        /// What the right operand is: `right operand`, `tile`, `rest of the tile`, `grid`.
        operand: &'static str,
        /// The mode of that operand, as text.
        right: String,
        /// The left operand as composition sees it (coalesced).
        left: String,
        /// Which mode of that refuses.
        left_mode: usize,
        /// What is left of the right mode's size there.
        size: i64,
        /// How many elements the left mode has for it.
        by: i64,
        /// The nearest sizes of the right mode that work; for the rest of a tile, those of the tile.
        nearest: Nearest,
    },
    /// Complement: two modes of the layout overlap.
    NonInjective {
        /// The layout, filtered, as complement sees it.
        layout: String,
        /// Which mode of that.
        mode: usize,
        /// Its stride.
        stride: i64,
        /// The first offset that the modes of smaller stride leave free.
        taken: i64,
    },
    /// Left inverse: a stride is no multiple of what the smaller strides cover.
    LeftInverseDivisibility {
        /// The layout, coalesced.
        layout: String,
        /// Which mode of that.
        mode: usize,
        /// Its stride.
        stride: i64,
        /// What the modes of smaller stride cover.
        covered: i64,
        /// The nearest strides that work.
        nearest: Nearest,
    },
    /// Upcast: a stride neither divides the factor nor is divided by it.
    UpcastDivisibility {
        /// Its stride.
        stride: i64,
        /// How many old elements make a new one.
        factor: i64,
        /// The nearest strides that work.
        nearest: Nearest,
    },
    /// Upcast of a composed layout: the offset is no multiple of the factor.
    OffsetDivisibility {
        /// The offset.
        offset: i64,
        /// How many old elements make a new one.
        factor: i64,
    },
    /// Downcast: no mode has stride 1, so no elements are adjacent.
    DowncastNoUnitStride {
        /// The layout.
        layout: String,
        /// How many new elements an old one makes.
        factor: i64,
    },
    /// Recast, upcast, downcast: a factor that is not a positive whole number.
    BadFactor {
        /// What is wrong with it.
        reason: String,
    },
    /// tile_to_shape: the block does not divide the target shape.
    TileToShapeIndivisible {
        /// Size of the block there.
        block: i64,
        /// Size of the target there.
        target: i64,
        /// The nearest target sizes that work.
        nearest: Nearest,
    },
    /// shape_div: neither number divides the other.
    ShapeDiv {
        /// The size.
        dividend: i64,
        /// What is left of the divisor there.
        divisor: i64,
        /// The nearest divisors that work.
        nearest: Nearest,
    },
    /// A by-mode tiler with more elements than the layout has modes.
    TilerRank {
        /// Elements of the tiler.
        elements: usize,
        /// Modes of the layout there.
        rank: usize,
    },
    /// Two tuples of different rank or nesting where CuTe needs them alike.
    ProfileMismatch {
        /// One of them.
        left: String,
        /// The other.
        right: String,
        /// How they differ there.
        difference: String,
    },
    /// A range or list of modes that is empty or ends before it begins.
    BadRange {
        /// First mode.
        begin: usize,
        /// One behind the last mode.
        end: usize,
        /// The number of modes.
        rank: usize,
    },
    /// `_` in the tiler of a zipped, tiled or flat form: that mode must already be a (tile, rest) pair.
    UnderscoreMode {
        /// The mode, as text.
        found: String,
    },
    /// blocked_product and raked_product: one operand is a rank-1 tuple, the other an integer.
    ZipProfile {
        /// The block.
        block: String,
        /// The grid.
        grid: String,
    },
    /// Composition: the result, mode by mode, is not the composition, because XOR does not carry and a sum of
    /// coordinates does.
    XorCarry {
        /// The left operand.
        left: String,
        /// The right operand.
        right: String,
        /// The first 1-D coordinate of the right operand where both differ.
        at: i64,
        /// The offset of that coordinate.
        expected: String,
        /// The offset that the modes, each composed on its own, add up to.
        found: String,
    },
    /// CuTe has no such operation for this composed layout.
    UnsupportedLayout {
        /// The layout.
        layout: String,
        /// What CuTe lacks.
        reason: &'static str,
    },
    /// No swizzle has these masks (`make_swizzle` in CuTe's `swizzle.hpp`).
    NoSwizzle {
        /// The bits that would be read.
        read: i64,
        /// The bits that would change.
        changed: i64,
        /// The condition that fails.
        reason: &'static str,
    },
    /// CuTe has no such operation for this kind of stride.
    UnsupportedStride {
        /// The stride.
        stride: String,
        /// What CuTe lacks.
        reason: &'static str,
    },
    /// A negative stride, where the operation is defined for strides of at least 0.
    NegativeStride {
        /// The layout, as the operation sees it.
        layout: String,
        /// Which mode of that.
        mode: usize,
        /// Its stride.
        stride: i64,
    },
    /// A name that is none of CuTe's for a thing of this kind.
    UnknownName {
        /// What was looked for: `copy operation`, `element type`, `shared-memory atom`.
        kind: &'static str,
        /// The name.
        name: String,
        /// Names of that kind that begin alike.
        near: Vec<&'static str>,
    },
    /// An atom that CuTe's headers do not have, or that this crate does not know.
    UnknownAtom {
        /// The name asked for.
        name: String,
    },
    /// Template arguments of an atom that are missing, or that CuTe refuses.
    AtomArguments {
        /// The atom, without its arguments.
        atom: String,
        /// What is wrong with them.
        reason: String,
    },
    /// `TiledMMA`: a layout, a tiler or a tensor of the wrong rank.
    TiledMmaRank {
        /// What has the wrong rank: `atom layout`, `permutation`, `tensor`.
        what: &'static str,
        /// It, shortened when long.
        found: String,
        /// Its rank.
        rank: usize,
        /// The rank it needs: `3`, `at least 2`.
        wanted: &'static str,
    },
    /// A copy operation whose template arguments the hardware refuses.
    CopyOperation {
        /// The operation as written.
        operation: String,
        /// What is wrong, and what would work.
        reason: String,
    },
    /// `Copy_Atom`: a value of this type is not a whole number of what a thread holds.
    CopyAtomType {
        /// The copy operation.
        operation: String,
        /// The type of a value.
        element: String,
        /// Its size in bits.
        bits: i64,
        /// Which layout: `SrcLayout`, `DstLayout`, `RefLayout`.
        side: &'static str,
        /// Threads of the operation.
        threads: i64,
        /// Threads that the layout has, recast to values.
        found: i64,
    },
    /// A complement of coordinate strides without a cotarget, which CuTe has none of.
    NeedsCotarget {
        /// The coordinates that the layout reaches, as a cotarget.
        coshape: String,
        /// The complement in the form of Table 7 of the paper on CuTe, which needs none.
        of_paper: String,
    },
    /// `TiledCopy`: its threads or values are no multiple of the atom's.
    TiledCopySize {
        /// `threads` or `values`.
        what: &'static str,
        /// How many the TiledCopy has.
        tiled: i64,
        /// How many one atom takes.
        atom: i64,
        /// The nearest numbers that work.
        nearest: Nearest,
    },
    /// `make_cotiled_copy`: the atom reads addresses that the data does not have.
    CotiledMemory {
        /// The value mode of the atom's layout, coalesced.
        values: String,
        /// The data's layout.
        data: String,
        /// What the data has at those values.
        found: String,
    },
    /// A shared-memory layout that no descriptor describes.
    NotCanonical {
        /// The layout.
        layout: String,
        /// `MN` or `K`.
        major: &'static str,
        /// Which condition of the canonical form fails, with its numbers.
        reason: String,
    },
    /// A swizzle that no swizzle mode of the hardware performs.
    NoSwizzleMode {
        /// The swizzle, on byte addresses.
        swizzle: Swizzle,
        /// Whose modes.
        hardware: &'static str,
        /// The swizzles that it has.
        modes: &'static str,
    },
    /// A tile that no shared-memory atom divides.
    SmemTile {
        /// `BLK_MN` or `BLK_K`.
        what: &'static str,
        /// Its size in elements.
        size: i64,
        /// What it must be a multiple of.
        of: i64,
        /// The nearest sizes that work.
        nearest: Nearest,
    },
    /// Descriptor: the count of a basis is no whole number, so no layout has it.
    FractionalBasis {
        /// Where the basis begins in the text, in characters from 1.
        column: usize,
        /// The count in lowest terms: its numerator, which has the sign.
        numerator: i64,
        /// Its denominator, at least 2.
        denominator: i64,
        /// The nearest counts that work.
        nearest: Nearest,
    },
    /// A memory access of a width that no instruction has.
    AccessWidth {
        /// Size of an element in bits.
        element_bits: i64,
        /// Elements of the vector.
        elements: i64,
        /// The widest access in bytes.
        widest: i64,
        /// The nearest numbers of elements that work.
        nearest: Nearest,
    },
    /// A vector access whose address is no multiple of its width, which the hardware refuses.
    Misaligned {
        /// The first thread that is misaligned.
        thread: i64,
        /// Where its access begins, in bits.
        bit: i64,
        /// The width of the access, in bits.
        width: i64,
        /// The most elements that every thread may access at once; 0 when an element itself is misaligned.
        aligned: i64,
    },
    /// A vector access whose elements are not adjacent.
    ScatteredVector {
        /// The thread.
        thread: i64,
        /// The first of its values that is out of line.
        value: i64,
        /// Where a vector would have it.
        expected: i64,
        /// Where it lies.
        found: i64,
    },
    /// A function that is no composition of layouts, because those take 0 to 0.
    NotZeroAtZero {
        /// The value at 0.
        found: i64,
    },
    /// A division by zero at run time.
    ZeroDivisor {
        /// What is divided.
        dividend: String,
    },
    /// A run-time integer where CuTe wants one that the compiler knows.
    NeedsStatic {
        /// What must be static: `the strides`.
        what: &'static str,
        /// What is not.
        found: String,
    },
    /// The result depends on something that is not known of a run-time integer.
    LacksFact {
        /// The fact, as a C comparison.
        fact: String,
    },
    /// A swizzle whose parameters CuTe refuses.
    BadSwizzle {
        /// Number of bits in the mask.
        bits: i64,
        /// Number of low bits left alone.
        base: i64,
        /// Distance of the two masks.
        shift: i64,
        /// The condition that fails.
        reason: &'static str,
    },
}
