//! Figure 10 of the CuTe paper (section 3.5.1): the `blocked_product` of the row-major tile `(3,4):(4,1)` with the
//! column-major tiling `(2,5):(1,2)`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{IntTuple, Layout, Tiler, blocked_product, logical_product};

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn blocked() -> Layout {
    blocked_product(&layout("(3,4):(4,1)"), &layout("(2,5):(1,2)")).unwrap()
}

fn at(layout: &Layout, m: i64, n: i64) -> i64 {
    let coordinate: IntTuple = [m, n].into_iter().collect();
    layout.eval(&coordinate).unwrap()
}

#[test]
fn the_modes_of_tile_and_tiling_are_zipped() {
    assert_eq!(blocked().to_string(), "((3,2),(4,5)):((4,12),(1,24))");
    let product: Layout =
        logical_product(&layout("(3,4):(4,1)"), &"(2,5):(1,2)".parse::<Tiler>().unwrap()).unwrap();
    assert_eq!(product.to_string(), "((3,4),(2,5)):((4,1),(12,24))");
}

#[test]
fn the_offsets_are_those_of_the_figure() {
    let rows: Vec<Vec<i64>> = (0..6).map(|m| (0..20).map(|n| at(&blocked(), m, n)).collect()).collect();
    assert_eq!(
        rows,
        [
            [0, 1, 2, 3, 24, 25, 26, 27, 48, 49, 50, 51, 72, 73, 74, 75, 96, 97, 98, 99],
            [4, 5, 6, 7, 28, 29, 30, 31, 52, 53, 54, 55, 76, 77, 78, 79, 100, 101, 102, 103],
            [8, 9, 10, 11, 32, 33, 34, 35, 56, 57, 58, 59, 80, 81, 82, 83, 104, 105, 106, 107],
            [12, 13, 14, 15, 36, 37, 38, 39, 60, 61, 62, 63, 84, 85, 86, 87, 108, 109, 110, 111],
            [16, 17, 18, 19, 40, 41, 42, 43, 64, 65, 66, 67, 88, 89, 90, 91, 112, 113, 114, 115],
            [20, 21, 22, 23, 44, 45, 46, 47, 68, 69, 70, 71, 92, 93, 94, 95, 116, 117, 118, 119],
        ]
    );
}

#[test]
fn each_block_is_a_shifted_tile() {
    let (product, tile) = (blocked(), layout("(3,4):(4,1)"));
    for n in 0..20 {
        for m in 0..6 {
            let shift = at(&product, m / 3 * 3, n / 4 * 4);
            assert_eq!(at(&product, m, n), shift + at(&tile, m % 3, n % 4));
        }
    }
}
