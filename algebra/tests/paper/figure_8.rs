//! Figure 8 of the CuTe paper (section 3.4.2): how many elements two layouts hold at the same coordinates, so that a copy
//! may move them at once. The figure draws its layouts without naming them: these have the coordinates that its text
//! gives, and among them are layouts of Figure 3 and Table 5.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{
    Layout, Tiler, composition, logical_divide, max_common_layout, max_common_vector, right_inverse,
};

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

/// The coordinates at which both layouts have the offsets 0, 1, 2, .., by the definition: as long as they agree.
fn common_coordinates(a: &Layout, b: &Layout) -> Vec<i64> {
    let holder = |layout: &Layout, offset| (0..layout.size()).find(|&index| layout.at(index) == Ok(offset));
    (0..a.size())
        .map_while(|offset| holder(a, offset).filter(|coordinate| holder(b, offset) == Some(*coordinate)))
        .collect()
}

#[track_caller]
fn check(source: &str, destination: &str, coordinates: &[i64]) {
    let (source, destination) = (layout(source), layout(destination));
    assert_eq!(common_coordinates(&source, &destination), coordinates);
    let count = i64::try_from(coordinates.len()).unwrap();
    for (a, b) in [(&source, &destination), (&destination, &source)] {
        assert_eq!(max_common_vector(a, b), Ok(count));
        // Equation 25: the right-inverse, cut off at K, gives the coordinates.
        let common = max_common_layout(a, b).unwrap();
        assert_eq!(common.eval_all(count).unwrap(), coordinates);
        // The identity is the first mode of A o B‡.
        let through = composition(a, &right_inverse(b).unwrap()).unwrap();
        assert!((0..count).all(|offset| through.at(offset) == Ok(offset)));
        // Dividing by it puts the vector into the first mode of both.
        let tiler = Tiler::Layout(common);
        let divided = logical_divide(a, &tiler).unwrap().mode(0).unwrap();
        assert_eq!(divided.eval_all(count).unwrap(), (0..count).collect::<Vec<_>>());
    }
}

#[test]
fn two_elements_are_adjacent_in_both_layouts() {
    check("(4,8):(1,4)", "((2,2),(4,2)):((1,8),(2,16))", &[0, 1]);
}

#[test]
fn four_elements_are_together_at_coordinates_0_2_8_10() {
    check("((2,2),(2,4)):((8,1),(16,2))", "((2,2),(2,(2,2))):((4,1),(8,(2,16)))", &[0, 2, 8, 10]);
}

#[test]
fn equal_compact_layouts_have_all_elements_in_common() {
    let all: Vec<i64> = (0..32).collect();
    check("(4,8):(1,4)", "32:1", &all);
}

#[test]
fn a_layout_and_its_transpose_have_one_element_in_common() {
    check("(4,8):(1,4)", "(4,8):(8,1)", &[0]);
}
