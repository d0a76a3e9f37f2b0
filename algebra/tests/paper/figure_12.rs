//! Figure 12 of the CuTe paper (section 3.5.2): tilers that split an 8x16 layout into 4x8 tiles, two by two of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::proof::{self, Verdict};
use layout_algebra::{IntTuple, Layout, Tiler, composition_tiler, logical_divide, zipped_divide};

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

fn tiler(text: &str) -> Tiler {
    text.parse().unwrap()
}

#[test]
fn every_other_column_of_four_rows_is_a_tile() {
    let matrix = layout("(8,16):(20,1)");
    let divided = logical_divide(&matrix, &tiler("<4:1,8:2>")).unwrap();
    assert_eq!(divided.to_string(), "((4,2),(8,2)):((20,80),(2,1))");
    let zipped = zipped_divide(&matrix, &tiler("<4:1,8:2>")).unwrap();
    assert_eq!(zipped.to_string(), "((4,8),(2,2)):((20,2),(80,1))");
}

/// Divides by the tiler and expects the tile of each element, row by row: `0` to `3` for the 2x2 tiles.
#[track_caller]
fn check(text: &str, tiles: [&str; 8]) {
    let matrix = layout("(8,16):(20,1)");
    let answer = proof::zipped_divide(&matrix, &tiler(text)).unwrap();
    assert_eq!(answer.verdict, Verdict::Proved);
    let zipped = answer.value;
    assert_eq!(zipped.mode(0), composition_tiler(&matrix, &tiler(text)), "the first mode is the sublayout");
    let (tile, rest) = (zipped.mode(0).unwrap(), zipped.mode(1).unwrap());
    assert_eq!((tile.size(), rest.size()), (32, 4));
    let mut drawn = vec![vec!['?'; 16]; 8];
    for (number, name) in (0..4).zip('0'..) {
        for element in 0..32 {
            let coordinate: IntTuple = [element, number].into_iter().collect();
            let offset = usize::try_from(zipped.eval(&coordinate).unwrap()).unwrap();
            drawn[offset / 20][offset % 20] = name;
        }
    }
    let drawn: Vec<String> = drawn.into_iter().map(String::from_iter).collect();
    assert_eq!(drawn, tiles);
}

#[test]
fn a_shape_splits_into_quarters() {
    check(
        "<4,8>",
        [
            "0000000022222222",
            "0000000022222222",
            "0000000022222222",
            "0000000022222222",
            "1111111133333333",
            "1111111133333333",
            "1111111133333333",
            "1111111133333333",
        ],
    );
}

#[test]
fn strides_interleave_the_tiles() {
    check(
        "<4:1,8:2>",
        [
            "0202020202020202",
            "0202020202020202",
            "0202020202020202",
            "0202020202020202",
            "1313131313131313",
            "1313131313131313",
            "1313131313131313",
            "1313131313131313",
        ],
    );
    check(
        "<4:2,8:1>",
        [
            "0000000022222222",
            "1111111133333333",
            "0000000022222222",
            "1111111133333333",
            "0000000022222222",
            "1111111133333333",
            "0000000022222222",
            "1111111133333333",
        ],
    );
}

#[test]
fn nested_modes_split_into_groups() {
    check(
        "<4:2,(2,4):(1,4)>",
        [
            "0022002200220022",
            "1133113311331133",
            "0022002200220022",
            "1133113311331133",
            "0022002200220022",
            "1133113311331133",
            "0022002200220022",
            "1133113311331133",
        ],
    );
}
