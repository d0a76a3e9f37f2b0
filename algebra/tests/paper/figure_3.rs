//! Figure 3 of the CuTe paper (section 2.4.2): layouts of a 4x8 matrix with integer strides, as grids of offsets, and
//! the line that follows them from offset to offset.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{IntTuple, Layout, compatible, right_inverse};

/// The offsets of the 4x8 matrix, row by row; and the 1-D coordinates through which the first offsets lead.
#[track_caller]
fn check(text: &str, grid: &str, line: &[i64]) {
    let layout: Layout = text.parse().unwrap();
    assert!(compatible(&"(4,8)".parse().unwrap(), &layout.shape()).unwrap());
    for (m, row) in (0..).zip(grid.trim().lines()) {
        for (n, offset) in (0..).zip(row.split_whitespace()) {
            let coordinate: IntTuple = [m, n].into_iter().collect();
            assert_eq!(layout.eval(&coordinate).unwrap().to_string(), offset, "{text} at ({m},{n})");
        }
    }
    let inverse = right_inverse(&layout).unwrap();
    let followed: Vec<i64> = (0..line.len() as i64).map(|offset| inverse.at(offset).unwrap()).collect();
    assert_eq!(followed, line, "{inverse}");
}

#[test]
fn column_major_offsets_are_those_of_the_figure() {
    check(
        "(4,8):(1,4)",
        "
         0  4  8 12 16 20 24 28
         1  5  9 13 17 21 25 29
         2  6 10 14 18 22 26 30
         3  7 11 15 19 23 27 31",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
}

#[test]
fn row_major_offsets_are_those_of_the_figure() {
    check(
        "(4,8):(8,1)",
        "
         0  1  2  3  4  5  6  7
         8  9 10 11 12 13 14 15
        16 17 18 19 20 21 22 23
        24 25 26 27 28 29 30 31",
        &[0, 4, 8, 12, 16, 20, 24, 28, 1, 5],
    );
}

#[test]
fn padded_offsets_are_those_of_the_figure() {
    check(
        "(4,8):(1,5)",
        "
         0  5 10 15 20 25 30 35
         1  6 11 16 21 26 31 36
         2  7 12 17 22 27 32 37
         3  8 13 18 23 28 33 38",
        &[0, 1, 2, 3],
    );
}

#[test]
fn interleaved_offsets_are_those_of_the_figure() {
    check(
        "(4,(4,2)):(4,(1,16))",
        "
         0  1  2  3 16 17 18 19
         4  5  6  7 20 21 22 23
         8  9 10 11 24 25 26 27
        12 13 14 15 28 29 30 31",
        &[0, 4, 8, 12, 1, 5, 9, 13, 2, 6],
    );
}

#[test]
fn mixed_offsets_are_those_of_the_figure() {
    check(
        "((2,2),(4,2)):((1,8),(2,16))",
        "
         0  2  4  6 16 18 20 22
         1  3  5  7 17 19 21 23
         8 10 12 14 24 26 28 30
         9 11 13 15 25 27 29 31",
        &[0, 1, 4, 5, 8, 9, 12, 13, 2, 3],
    );
}

#[test]
fn one_coordinate_may_be_written_in_each_of_its_forms() {
    // The example of section 2.4.1 at the mixed layout.
    let mixed: Layout = "((2,2),(4,2)):((1,8),(2,16))".parse().unwrap();
    for coordinate in ["22", "(2,5)", "((0,1),(1,1))"] {
        assert_eq!(mixed.eval(&coordinate.parse().unwrap()), Ok(26), "{coordinate}");
    }
}
