//! Figure 1 of the CuTe paper (section 1.3): a physical array of 8 elements, viewed as a 2x2x2 tensor and folded into a
//! 4x2 and a 2x4 matrix. Folding groups modes; only one of the two matrices has a flat representation.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::analysis::{Linearity, is_bijective, layout_from_offsets, linearity};
use layout_algebra::{IntTuple, Layout, coalesce_by_profile, group, select};

const TENSOR: &str = "(2,2,2):(2,1,4)";

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

/// The element of the array at each row and column of a matrix.
fn rows(matrix: &Layout, shape: [i64; 2]) -> Vec<Vec<i64>> {
    let at = |m, n| matrix.eval(&[m, n].into_iter().collect::<IntTuple>()).unwrap();
    (0..shape[0]).map(|m| (0..shape[1]).map(|n| at(m, n)).collect()).collect()
}

/// The matrix with one integer a mode, if it has that form.
fn flat(matrix: &Layout) -> Layout {
    coalesce_by_profile(matrix, &"(1,1)".parse().unwrap()).unwrap()
}

#[test]
fn the_tensor_holds_each_element_of_the_array_once() {
    let tensor = layout(TENSOR);
    assert!(is_bijective(&tensor).unwrap());
    assert_eq!(tensor.eval_all(8).unwrap(), [0, 2, 1, 3, 4, 6, 5, 7]);
}

#[test]
fn folding_mode_2_into_0_is_a_flat_4x2_matrix() {
    let folded = group(&select(&layout(TENSOR), &[0, 2, 1]).unwrap(), 0, 2).unwrap();
    assert_eq!(folded.to_string(), "((2,2),2):((2,4),1)");
    assert_eq!(flat(&folded).to_string(), "(4,2):(2,1)");
    assert_eq!(rows(&folded, [4, 2]), [[0, 1], [2, 3], [4, 5], [6, 7]]);
}

#[test]
fn folding_mode_2_into_1_has_no_flat_stride() {
    let folded = group(&layout(TENSOR), 1, 3).unwrap();
    assert_eq!(folded.to_string(), "(2,(2,2)):(2,(1,4))");
    assert_eq!(rows(&folded, [2, 4]), [[0, 1, 4, 5], [2, 3, 6, 7]]);
    // Its second mode stays nested, and no stride X fits the shape (2,4).
    assert_eq!(flat(&folded), folded);
    assert!(matches!(
        linearity(&folded, &"(2,4)".parse().unwrap()).unwrap(),
        Linearity::NonLinear { coordinate: 4, expected: 2, found: 4 }
    ));
    assert_eq!(layout_from_offsets(&folded.eval_all(8).unwrap()).unwrap(), Some(layout(TENSOR)));
}

#[test]
fn a_fold_visits_what_the_tensor_holds() {
    let tensor = layout(TENSOR);
    for (folded, order) in [("((2,2),2):((2,4),1)", [0, 2, 1]), ("(2,(2,2)):(2,(1,4))", [0, 1, 2])] {
        let permuted = select(&tensor, &order).unwrap();
        assert_eq!(layout(folded).eval_all(8), permuted.eval_all(8));
    }
}
