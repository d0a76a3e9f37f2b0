//! Tables 4 to 7 of the CuTe paper, row by row. A row that is printed wrong has the right value and a note; a row with
//! XOR strides, which CuTe does not have, is also tested by the definition of the operation.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{
    Coordinate, IntTuple, Layout, Stride, Xor, complement, complement_in_cosize, complement_with_extension,
    composition, proof, right_inverse,
};

fn layout<D: Stride>(text: &str) -> Layout<D> {
    text.parse().unwrap()
}

/// A row of Table 4: the data layout after the thread-value layout of an Ampere FP64 Tensor Core.
fn check_table_4<D: Stride>(data: &str, expected: &str) {
    let tv: Layout = layout("((4,8),2):((16,1),8)");
    let data: Layout<D> = layout(data);
    let answer = proof::composition(&data, &tv).unwrap();
    assert_eq!(answer.value.to_string(), expected);
    assert_eq!(answer.verdict, proof::Verdict::Proved);
    for coordinate in 0..tv.size() {
        let through = data.at(tv.at(coordinate).unwrap()).unwrap();
        assert_eq!(answer.value.at(coordinate).unwrap().canonical(), through.canonical());
    }
}

#[test]
fn table_4_data_layouts_after_a_thread_value_layout() {
    check_table_4::<i64>("(8,8):(1,8)", "((4,8),2):((16,1),8)");
    check_table_4::<i64>("(8,8):(8,1)", "((4,8),2):((2,8),1)");
    check_table_4::<i64>("(8,8):(1,9)", "((4,8),2):((18,1),9)");
    check_table_4::<i64>("((4,2),(2,4)):((2,16),(1,8))", "((4,(4,2)),2):((8,(2,16)),1)");
    check_table_4::<Xor>("(8,8):(f1,f9)", "((4,8),2):((f18,f1),f9)");
    check_table_4::<Coordinate>("(8,8):(1@0,1@1)", "((4,8),2):((2@1,1@0),1@1)");
}

/// A row of Table 5, and equation 24: L‡(L(L‡(k))) = L‡(k).
fn check_table_5<D: Stride>(text: &str, expected: &str) {
    let inverse = right_inverse(&layout::<D>(text)).unwrap();
    assert_eq!(inverse.to_string(), expected, "of {text}");
    for k in 0..inverse.size() {
        let coordinate = inverse.at(k).unwrap();
        let offset = layout::<D>(text).eval(&coordinate.to_coordinate()).unwrap().canonical();
        assert_eq!(inverse.eval(&in_shape(&offset, &inverse)), Ok(coordinate), "of {text} at {k}");
    }
}

#[test]
fn table_5_right_inverses() {
    check_table_5::<i64>("(4,8):(1,4)", "32:1");
    check_table_5::<i64>("(4,8):(8,1)", "(8,4):(4,1)");
    check_table_5::<i64>("(3,7,5):(5,15,1)", "(5,21):(21,1)");
    check_table_5::<i64>("(4,8):(1,5)", "4:1");
    check_table_5::<i64>("(4,(4,2)):(4,(1,16))", "(4,4,2):(4,1,16)");
    check_table_5::<i64>("((2,2),(4,2)):((1,8),(2,16))", "(2,4,2,2):(1,4,2,16)");
    // Printed as (2,2):(4,8), which names offset 2 twice and offset 4 never.
    check_table_5::<i64>("((2,2),(2,4)):((0,1),(0,2))", "(2,4):(2,8)");
    check_table_5::<i64>("((2,2),(2,4)):((0,2),(0,4))", "1:0");
    check_table_5::<Coordinate>("(4,8):(1@0,1@1)", "(4,8):(1,4)");
    check_table_5::<Coordinate>("(4,(4,2)):(1@1,(1@0,6@1))", "(4,4):(4,1)");
    check_table_5::<Xor>("(4,(4,3)):(f1,(f5,f16))", "(4,4,3):(f1,f5,f16)");
}

/// A row of Table 6, and equation 26: L(L†(L(c))) = L(c).
fn check_table_6<D: Stride>(text: &str, expected: &str) {
    let layout: Layout<D> = layout(text);
    let answer = proof::left_inverse(&layout).unwrap();
    assert_eq!(answer.value.to_string(), expected, "of {text}");
    assert_eq!(answer.verdict, proof::Verdict::Proved);
    for coordinate in 0..layout.size() {
        let offset = layout.at(coordinate).unwrap().canonical();
        let back = answer.value.eval(&in_shape(&offset, &answer.value)).unwrap();
        assert_eq!(
            layout.eval(&back.to_coordinate()).unwrap().canonical(),
            offset,
            "of {text} at {coordinate}"
        );
    }
}

/// The offset as a coordinate of its inverse: zeros at its end are not written.
fn in_shape<D: Stride, E: Stride>(offset: &D, inverse: &Layout<E>) -> IntTuple {
    let coordinate = offset.to_coordinate();
    if !coordinate.is_tuple() {
        return coordinate;
    }
    let missing = inverse.rank() - coordinate.rank();
    let zeros = std::iter::repeat_n(IntTuple::Int(0), missing);
    IntTuple::Tuple(coordinate.modes().iter().cloned().chain(zeros).collect())
}

#[test]
fn table_6_left_inverses() {
    check_table_6::<i64>("(4,8):(1,4)", "32:1");
    check_table_6::<i64>("(4,8):(8,1)", "(8,4):(4,1)");
    check_table_6::<i64>("(3,7,5):(5,15,1)", "(5,21):(21,1)");
    check_table_6::<i64>("(4,8):(1,5)", "(5,8):(1,4)");
    check_table_6::<i64>("(4,(4,2)):(4,(1,16))", "(4,4,2):(4,1,16)");
    check_table_6::<i64>("((2,2),(4,2)):((1,8),(2,16))", "(2,4,2,2):(1,4,2,16)");
    check_table_6::<i64>("((2,2),(2,4)):((0,2),(0,4))", "(2,2,4):(0,2,8)");
    // Printed as (2,2):(4,8), as in Table 5.
    check_table_6::<i64>("((2,2),(2,4)):((0,1),(0,2))", "(2,4):(2,8)");
    check_table_6::<Coordinate>("(4,8):(1@0,1@1)", "(4,8):(1,4)");
    check_table_6::<Coordinate>("(4,(4,2)):(1@1,(1@0,6@1))", "(4,(6,2)):(4,(1,16))");
    check_table_6::<Xor>("(4,(4,3)):(f1,(f5,f16))", "(4,4,3):(f1,f5,f16)");
}

/// A row of Table 7: as printed, and as CuTe gives it, without a mode of size 1; then equations 28 and 29, also for
/// offsets of the extension.
fn check_table_7(text: &str, printed: &str, cute: &str) {
    let layout: Layout = layout(text);
    assert_eq!(complement_in_cosize(&layout).unwrap().to_string(), cute, "of {text}");
    let complement = complement_with_extension(&layout).unwrap();
    assert_eq!(complement.to_string(), printed, "of {text}");
    let reached = layout.eval_all(1 << 10).unwrap();
    let free: Vec<i64> = (0..40).map(|index| complement.at(index).unwrap()).collect();
    assert!(free.windows(2).all(|pair| pair[0] < pair[1]), "of {text}");
    assert!(free.iter().skip(1).all(|offset| !reached.contains(offset)), "of {text}");
}

#[test]
fn table_7_complements() {
    check_table_7("(4,8):(1,4)", "1:32", "1:0");
    check_table_7("(4,8):(8,1)", "1:32", "1:0");
    check_table_7("(4,(4,2)):(4,(1,16))", "1:32", "1:0");
    check_table_7("(4,8):(1,5)", "1:40", "1:0");
    check_table_7("(4,8):(1,8)", "(2,1):(4,64)", "2:4");
    check_table_7("((2,2),(2,4)):((0,1),(0,2))", "1:8", "1:0");
    check_table_7("((2,2),(2,4)):((0,2),(0,4))", "(2,1):(1,16)", "2:1");
}

#[test]
fn table_7_complements_of_coordinate_strides() {
    let check = |text: &str, printed: &str, cotarget: &str, dsl: &str| {
        let layout: Layout<Coordinate> = layout(text);
        assert_eq!(complement_with_extension(&layout).unwrap().to_string(), printed);
        assert_eq!(complement(&layout, &cotarget.parse().unwrap()).unwrap().to_string(), dsl);
    };
    // Printed as (1,1):(4e0,4e1), which is not disjoint: (0,4) is an offset of the layout.
    check("(4,8):(1@0,1@1)", "(1,1):(4@0,8@1)", "(4,8)", "(1,1):(4@0,8@1)");
    check("(4,(4,2)):(1@1,(1@0,12@1))", "(1,(3,1)):(4@0,(4@1,24@1))", "(4,24)", "(1,3):(4@0,4@1)");
}

/// Figure 4c and Table 1: the XOR layout bit by bit, and the swizzle that Table 4 calls by its strides.
#[test]
fn xor_strides_are_swizzles_written_as_layouts() {
    let swizzled: Layout<Xor> = layout("(8,8):(f1,f9)");
    let composed: layout_algebra::ComposedLayout = "Sw<3,0,3> o 0 o (8,8):(1,8)".parse().unwrap();
    let offsets: Vec<i64> = swizzled.eval_all(64).unwrap().into_iter().map(Xor::bits).collect();
    assert_eq!(offsets, composed.eval_all(64).unwrap());
    let tv: Layout = layout("((4,8),2):((16,1),8)");
    assert_eq!(composition(&swizzled, &tv).unwrap().to_string(), "((4,8),2):((f18,f1),f9)");
}
