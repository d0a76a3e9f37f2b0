//! Figure 4 of the CuTe paper (section 2.4.2): layouts whose strides are coordinates (a, b) and bit vectors (c), as grids.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{Coordinate, IntTuple, Layout, Stride, Xor};

/// The cells of the matrix, row by row.
#[track_caller]
fn check<D: Stride>(text: &str, cell: impl Fn(D) -> String, grid: &str) {
    let layout: Layout<D> = text.parse().unwrap();
    for (m, row) in (0..).zip(grid.trim().lines()) {
        for (n, expected) in (0..).zip(row.split_whitespace()) {
            let coordinate: IntTuple = [m, n].into_iter().collect();
            assert_eq!(cell(layout.eval(&coordinate).unwrap()), expected, "{text} at ({m},{n})");
        }
    }
}

/// A coordinate as a pair, whatever the sum it came from.
fn pair(coordinate: Coordinate) -> String {
    let coordinate = coordinate.to_coordinate();
    let part = |index: usize| coordinate.modes().get(index).cloned().unwrap_or(IntTuple::Int(0));
    format!("({},{})", part(0), part(1))
}

#[test]
fn the_identity_layout_gives_each_cell_its_coordinate() {
    check(
        "(4,8):(e0,e1)",
        pair,
        "
        (0,0) (0,1) (0,2) (0,3) (0,4) (0,5) (0,6) (0,7)
        (1,0) (1,1) (1,2) (1,3) (1,4) (1,5) (1,6) (1,7)
        (2,0) (2,1) (2,2) (2,3) (2,4) (2,5) (2,6) (2,7)
        (3,0) (3,1) (3,2) (3,3) (3,4) (3,5) (3,6) (3,7)",
    );
}

#[test]
fn coordinates_are_permuted_and_strided() {
    check(
        "(4,(4,2)):(e1,(e0,6e1))",
        pair,
        "
         (0,0)  (1,0)  (2,0)  (3,0)  (0,6)  (1,6)  (2,6)  (3,6)
         (0,1)  (1,1)  (2,1)  (3,1)  (0,7)  (1,7)  (2,7)  (3,7)
         (0,2)  (1,2)  (2,2)  (3,2)  (0,8)  (1,8)  (2,8)  (3,8)
         (0,3)  (1,3)  (2,3)  (3,3)  (0,9)  (1,9)  (2,9)  (3,9)",
    );
}

#[test]
fn xor_strides_swizzle_the_offsets() {
    check(
        "(4,(4,3)):(f1,(f5,f16))",
        |offset: Xor| offset.bits().to_string(),
        "
         0  5 10 15 16 21 26 31 32 37 42 47
         1  4 11 14 17 20 27 30 33 36 43 46
         2  7  8 13 18 23 24 29 34 39 40 45
         3  6  9 12 19 22 25 28 35 38 41 44",
    );
}
