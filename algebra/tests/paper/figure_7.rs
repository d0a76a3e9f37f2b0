//! Figure 7 of the CuTe paper (section 3.3.5): tilers that extract a 4x8 sublayout of any 8x16 layout by composition.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{Coordinate, IntTuple, Layout, Tiler, compatible, composition, composition_tiler};

const LAYOUTS: [&str; 4] =
    ["(8,16):(1,8)", "(8,16):(20,1)", "((2,4),(4,4)):((4,8),(1,32))", "(8,(2,8)):(2,(1,16))"];

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

/// Composes each 8x16 layout with the tiler and expects the elements at these rows and columns, in this order.
#[track_caller]
fn check(tiler: &str, rows: [i64; 4], columns: [i64; 8]) {
    let tiler: Tiler = tiler.parse().unwrap();
    for text in LAYOUTS {
        let whole = layout(text);
        let part = composition_tiler(&whole, &tiler).unwrap();
        assert!(compatible(&"(4,8)".parse().unwrap(), &part.shape()).unwrap(), "{part}");
        for (n, column) in (0..).zip(columns) {
            for (m, row) in (0..).zip(rows) {
                let at = |layout: &Layout, m, n| {
                    let coordinate: IntTuple = [m, n].into_iter().collect();
                    layout.eval(&coordinate).unwrap()
                };
                assert_eq!(
                    at(&part, m, n),
                    at(&whole, row, column),
                    "{text} o {tiler} = {part} at ({m},{n})"
                );
            }
        }
    }
}

#[test]
fn a_shape_extracts_the_first_rows_and_columns() {
    check("(4,8)", [0, 1, 2, 3], [0, 1, 2, 3, 4, 5, 6, 7]);
    check("<4,8>", [0, 1, 2, 3], [0, 1, 2, 3, 4, 5, 6, 7]);
    check("<4:1,8:1>", [0, 1, 2, 3], [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn strides_extract_every_other_row_or_column() {
    check("<4:1,8:2>", [0, 1, 2, 3], [0, 2, 4, 6, 8, 10, 12, 14]);
    check("<4:2,8:1>", [0, 2, 4, 6], [0, 1, 2, 3, 4, 5, 6, 7]);
    check("<4:2,8:2>", [0, 2, 4, 6], [0, 2, 4, 6, 8, 10, 12, 14]);
}

#[test]
fn nested_modes_extract_groups() {
    check("<4:2,(2,4):(1,4)>", [0, 2, 4, 6], [0, 1, 4, 5, 8, 9, 12, 13]);
    check("<(2,2):(1,4),(4,2):(1,8)>", [0, 1, 4, 5], [0, 1, 2, 3, 8, 9, 10, 11]);
}

#[test]
fn a_tiler_acts_as_the_identity_layout_composed_with_it() {
    // L o T = L o ((M,N):(e0,e1) o T).
    let identity: Layout<Coordinate> = "(8,16):(1@0,1@1)".parse().unwrap();
    for tiler in ["<4:1,8:1>", "<4:1,8:2>", "<4:2,(2,4):(1,4)>"] {
        let tiler: Tiler = tiler.parse().unwrap();
        let coordinates = composition_tiler(&identity, &tiler).unwrap();
        for text in LAYOUTS {
            let whole = layout(text);
            assert_eq!(
                composition(&whole, &coordinates),
                composition_tiler(&whole, &tiler),
                "{text} o {tiler}"
            );
        }
    }
}

#[test]
fn a_shape_a_tiler_and_a_coordinate_layout_extract_the_same() {
    // (4,8) = <4,8> = <4:1,8:1> = (4,8):(e0,e1) in composition.
    let coordinates: Layout<Coordinate> = "(4,8):(1@0,1@1)".parse().unwrap();
    for text in LAYOUTS {
        let whole = layout(text);
        let by_coordinates = composition(&whole, &coordinates);
        for tiler in ["(4,8)", "<4,8>", "<4:1,8:1>"] {
            assert_eq!(
                composition_tiler(&whole, &tiler.parse::<Tiler>().unwrap()),
                by_coordinates,
                "{text} o {tiler}"
            );
        }
    }
}
