//! Table 1 of the CuTe paper (section 2.4.4): layouts and their linear forms `r = D c` over the natural coordinates; and
//! that layouts are linear there, and over 1-D coordinates need not be.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::analysis::{
    BinaryLinearity, Field, Linearity, OffsetFunction, binary_form, linear_form, linearity,
};
use layout_algebra::{ComposedLayout, Coordinate, Layout, Stride, Xor};

/// The matrix, and that it is the layout at every natural coordinate (over F2, at every bit of it).
#[track_caller]
fn check<D: Stride>(text: &str, matrix: &str, parts: impl Fn(D) -> Vec<i64>) {
    let layout: Layout<D> = text.parse().unwrap();
    let form = linear_form(&layout).unwrap();
    assert_eq!(form.to_string(), matrix);
    let sizes: Vec<i64> = match form.field {
        Field::Integers => layout.shape().leaves().into_iter().copied().collect(),
        Field::Bits => vec![2; form.columns.len()],
    };
    for index in 0..layout.size() {
        let mut rest = index;
        let mut digit = |size: &i64| {
            let digit = rest % size;
            rest /= size;
            digit
        };
        let natural: Vec<i64> = sizes.iter().map(&mut digit).collect();
        assert_eq!(form.apply(&natural).unwrap(), parts(layout.at(index).unwrap()), "{text} at {natural:?}");
    }
}

fn bits(offset: Xor) -> Vec<i64> {
    (0..4).map(|bit| (offset.bits() >> bit) & 1).collect()
}

#[test]
fn integer_strides_are_the_columns_of_one_row() {
    check("((2,2),(4,2)):((1,8),(2,16))", "[1 8 2 16]", |offset: i64| vec![offset]);
}

#[test]
fn coordinate_strides_are_the_columns_of_an_integer_matrix() {
    check("(4,(4,2)):(e1,(e0,6e1))", "[0 1 0; 1 0 6]", |coordinate: Coordinate| {
        let coordinate = coordinate.to_coordinate();
        (0..2).map(|row| coordinate.modes().get(row).map_or(0, |part| part.product().unwrap())).collect()
    });
}

#[test]
fn binary_strides_are_the_columns_of_a_matrix_over_f2() {
    let matrix = "[1 0 1 0; 0 1 0 1; 0 0 1 0; 0 0 0 1]";
    check("(4,4):(f1,f5)", matrix, bits);
    check("((2,2),(2,2)):((f1,f2),(f5,f10))", matrix, bits);
}

#[test]
fn a_swizzled_layout_has_the_same_matrix_as_its_xor_strides() {
    let swizzled: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(1,4)".parse().unwrap();
    let xor: Layout<Xor> = "(4,4):(f1,f5)".parse().unwrap();
    assert_eq!(swizzled.offset_table(16), xor.offset_table(16));
    assert_eq!(binary_form(&swizzled).unwrap(), BinaryLinearity::Linear(linear_form(&xor).unwrap()));
}

#[test]
fn an_offset_before_the_swizzle_is_the_constant_of_equation_8() {
    let swizzled: ComposedLayout = "Sw<2,0,2> o 4 o (4,1):(1,4)".parse().unwrap();
    let BinaryLinearity::Linear(form) = binary_form(&swizzled).unwrap() else { panic!("it is affine") };
    assert_eq!(form.to_string(), "[1 0; 0 1; 0 0] + [1 0 1]");
}

#[test]
fn layouts_are_linear_over_natural_coordinates_and_not_over_1_d_ones() {
    let layout: Layout = "((2,2),(4,2)):((1,8),(2,16))".parse().unwrap();
    // L(1) + L(1) is 2, and L(2) is 8: the shape takes 2 to ((0,1),(0,0)).
    assert_eq!(
        linearity(&layout, &"((2,2),(4,2))".parse().unwrap()).unwrap(),
        Linearity::SemiLinear {
            stride: "((1,8),(2,16))".parse().unwrap(),
            coordinates: (1, 1),
            expected: 2,
            found: 8
        }
    );
    let column_major: Layout = "(4,8):(1,4)".parse().unwrap();
    let linear = linearity(&column_major, &"(4,8)".parse().unwrap()).unwrap();
    assert_eq!(linear, Linearity::Linear { stride: 1 });
}
