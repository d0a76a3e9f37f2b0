//! Figure 11 of the CuTe paper (section 3.5.1): the `raked_product` of the row-major tile `(3,4):(4,1)` with the
//! column-major tiling `(2,5):(1,2)`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{IntTuple, Layout, raked_product};

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn raked() -> Layout {
    raked_product(&layout("(3,4):(4,1)"), &layout("(2,5):(1,2)")).unwrap()
}

fn at(layout: &Layout, m: i64, n: i64) -> i64 {
    let coordinate: IntTuple = [m, n].into_iter().collect();
    layout.eval(&coordinate).unwrap()
}

#[test]
fn the_modes_are_zipped_in_reverse() {
    assert_eq!(raked().to_string(), "((2,3),(5,4)):((12,4),(24,1))");
}

#[test]
fn the_offsets_are_those_of_the_figure() {
    let rows: Vec<Vec<i64>> = (0..6).map(|m| (0..20).map(|n| at(&raked(), m, n)).collect()).collect();
    assert_eq!(
        rows,
        [
            [0, 24, 48, 72, 96, 1, 25, 49, 73, 97, 2, 26, 50, 74, 98, 3, 27, 51, 75, 99],
            [12, 36, 60, 84, 108, 13, 37, 61, 85, 109, 14, 38, 62, 86, 110, 15, 39, 63, 87, 111],
            [4, 28, 52, 76, 100, 5, 29, 53, 77, 101, 6, 30, 54, 78, 102, 7, 31, 55, 79, 103],
            [16, 40, 64, 88, 112, 17, 41, 65, 89, 113, 18, 42, 66, 90, 114, 19, 43, 67, 91, 115],
            [8, 32, 56, 80, 104, 9, 33, 57, 81, 105, 10, 34, 58, 82, 106, 11, 35, 59, 83, 107],
            [20, 44, 68, 92, 116, 21, 45, 69, 93, 117, 22, 46, 70, 94, 118, 23, 47, 71, 95, 119],
        ]
    );
}

#[test]
fn neighbours_belong_to_different_tiles() {
    // The tile is raked over the 2x5 tiling: two rows and five columns further lies the same tile's next element.
    let (product, tile) = (raked(), layout("(3,4):(4,1)"));
    for n in 0..20 {
        for m in 0..6 {
            let shift = at(&product, m % 2, n % 5);
            assert_eq!(at(&product, m, n), shift + at(&tile, m / 2, n / 5));
        }
    }
}
