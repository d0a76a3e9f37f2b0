//! Figure 2 of the CuTe paper (section 2.2.2): the lists of coordinates that a shape has, side by side.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{IntTuple, Layout, compatible, crd2idx, idx2crd};

fn tuple(text: &str) -> IntTuple {
    text.parse().unwrap()
}

/// Each line of the table is one coordinate in the coordinate sets of `shapes`, coarsest first; the last is the shape.
#[track_caller]
fn check(shapes: &[&str], table: &str) {
    let shape = tuple(shapes.last().unwrap());
    let layout = Layout::compact(shape.clone()).unwrap();
    let lines: Vec<&str> = table.trim().lines().collect();
    assert_eq!(i64::try_from(lines.len()), Ok(layout.size()));
    for coarse in shapes {
        assert!(compatible(&tuple(coarse), &shape).unwrap(), "{coarse} coarsens {shape}");
    }
    for (index, line) in (0..).zip(lines) {
        let coordinates: Vec<IntTuple> = line.split_whitespace().map(tuple).collect();
        assert_eq!(coordinates.len(), shapes.len());
        for (coordinate, coarse) in coordinates.iter().zip(shapes) {
            assert_eq!(idx2crd(index, &tuple(coarse)).unwrap(), *coordinate, "{index} in {coarse}");
            assert_eq!(crd2idx(coordinate, &tuple(coarse)).unwrap(), index, "{coordinate} in {coarse}");
            assert_eq!(layout.eval(coordinate).unwrap(), layout.at(index).unwrap(), "{coordinate}");
        }
    }
}

#[test]
fn the_shape_4_has_one_coordinate_set() {
    check(&["4"], "0\n1\n2\n3");
}

#[test]
fn the_shape_2_3_has_two_coordinate_sets() {
    check(
        &["6", "(2,3)"],
        "
        0 (0,0)
        1 (1,0)
        2 (0,1)
        3 (1,1)
        4 (0,2)
        5 (1,2)",
    );
}

#[test]
fn the_shape_2_3_nested_2_has_three_coordinate_sets() {
    check(
        &["12", "(6,2)", "((2,3),2)"],
        "
         0 (0,0) ((0,0),0)
         1 (1,0) ((1,0),0)
         2 (2,0) ((0,1),0)
         3 (3,0) ((1,1),0)
         4 (4,0) ((0,2),0)
         5 (5,0) ((1,2),0)
         6 (0,1) ((0,0),1)
         7 (1,1) ((1,0),1)
         8 (2,1) ((0,1),1)
         9 (3,1) ((1,1),1)
        10 (4,1) ((0,2),1)
        11 (5,1) ((1,2),1)",
    );
}

#[test]
fn shapes_of_another_profile_give_no_coordinates() {
    for (coarse, shape) in [("(2,(3,5))", "((3,2),5)"), ("(3,4)", "((2,3),2)"), ("5", "(2,3)")] {
        assert!(!compatible(&tuple(coarse), &tuple(shape)).unwrap(), "{coarse} does not coarsen {shape}");
    }
}
