//! How a matrix lies in memory: along which mode, in which pieces, and whether by two plain strides.

use crate::{
    Operand,
    invariant::invariant,
    kernel::axes::{Placed, coalesced},
    operand::Leaf,
};

/// The mode along which a matrix has neighbours in memory, and how many of them can be moved together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// The second mode; else the first.
    pub(super) along_second: bool,
    /// Elements that lie together, aligned to as many, wherever a multiple of them begins: 1, 2, 4 or 8.
    pub(super) vector: u32,
}

/// The longer run of the two modes, of at most `most` elements.
pub(super) fn run_of(operand: &Operand, most: u32) -> Run {
    let [first, second] = modes(operand);
    let vector = |along: &[Leaf], other: &[Leaf]| {
        let fits = |factor: u32| {
            let factor = i64::from(factor);
            let mut leaves = along.iter();
            leaves.next().is_some_and(|leaf| leaf.stride == 1 && leaf.shape % factor == 0)
                && leaves.chain(other).all(|leaf| leaf.stride % factor == 0)
                && Placed::of(operand).keeps(factor)
        };
        [8, 4, 2].into_iter().find(|&factor| factor <= most && fits(factor)).unwrap_or(1)
    };
    let (along_first, along_second) = (vector(&first, &second), vector(&second, &first));
    let least = |leaves: &[Leaf]| {
        // What does not move is the farther one.
        let strides = leaves.iter().map(|leaf| leaf.stride.unsigned_abs());
        strides.filter(|stride| *stride > 0).min().unwrap_or(u64::MAX)
    };
    let nearer = least(&second) < least(&first);
    let second = along_second > along_first || (along_second == along_first && nearer);
    Run { along_second: second, vector: along_first.max(along_second) }
}

/// A matrix with one stride for each mode, one of them 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Matrix {
    /// The second mode has stride 1; else the first.
    pub(crate) along_second: bool,
    /// The other mode's stride, no less than the size of the mode with stride 1.
    pub(crate) pitch: i64,
}

/// The matrix as two strides, where it is one.
pub(crate) fn matrix(operand: &Operand) -> Option<Matrix> {
    if operand.offset() != 0 || operand.swizzle().is_some_and(|swizzle| swizzle.bits() > 0) {
        return None;
    }
    let [first, second] = modes(operand);
    let [first, second] = [first.as_slice(), second.as_slice()].map(|mode| match mode {
        [only] => Some(*only),
        _ => None,
    });
    let (first, second) = (first?, second?);
    let along = |inner: Leaf, outer: Leaf| inner.stride == 1 && outer.stride >= inner.shape;
    match (along(first, second), along(second, first)) {
        (true, _) => Some(Matrix { along_second: false, pitch: second.stride }),
        (_, true) => Some(Matrix { along_second: true, pitch: first.stride }),
        _ => None,
    }
}

/// The coalesced leaves of the two modes.
fn modes(operand: &Operand) -> [Vec<Leaf>; 2] {
    let mut modes = operand.modes().into_iter().map(coalesced);
    invariant!(modes.len() == 2, "{operand} of a GEMM has {} modes", modes.len());
    [modes.next().unwrap_or_default(), modes.next().unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn facts(text: &str) -> (bool, i64, Option<(bool, i64)>) {
        let operand: Operand = text.parse().unwrap();
        let Run { along_second, vector } = run_of(&operand, 8);
        (along_second, i64::from(vector), matrix(&operand).map(|matrix| (matrix.along_second, matrix.pitch)))
    }

    #[test]
    fn runs_are_those_of_the_layout() {
        assert_eq!(facts("(64,32):(1,64)"), (false, 8, Some((false, 64))));
        assert_eq!(facts("(64,32):(32,1)"), (true, 8, Some((true, 32))));
        assert_eq!(facts("(63,31):(1,64)"), (false, 1, Some((false, 64))), "a run of 63 has no whole pieces");
        assert_eq!(facts("(64,31):(1,66)"), (false, 2, Some((false, 66))));
        assert_eq!(facts("((8,8),32):((1,256),8)"), (false, 8, None), "tiles of 8 x 32");
        assert_eq!(facts("((8,8),32):((1,8),64)"), (false, 8, Some((false, 64))), "nested, and the same");
        assert_eq!(facts("(64,32):(0,1)"), (true, 8, None), "rows that are one row");
        assert_eq!(facts("Sw<3,3,3> o 0 o (64,64):(64,1)"), (true, 8, None));
        assert_eq!(facts("Sw<3,2,3> o 0 o (64,64):(64,1)"), (true, 4, None));
        assert_eq!(facts("(64,32):(3,192)"), (false, 1, None));
    }
}
