//! Figure 5 of the CuTe paper: a 6 x 12 tensor sliced along its subboundaries.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::{Accessor, IntTuple, SliceIndex, Tensor};

fn tensor() -> Tensor {
    let layout = "((3,2),((2,3),2)):((4,1),((2,15),100))".parse().unwrap();
    Tensor::new(Accessor::counting(0), layout)
}

/// The slice as CuTe gives it, and the shaded cells of the figure in the order of its coordinates.
fn check(coordinate: &str, expected: &str, shaded: &[i64]) {
    let coordinate: IntTuple<SliceIndex> = coordinate.parse().unwrap();
    let slice = tensor().slice(&coordinate).unwrap();
    assert_eq!(slice.to_string(), expected);
    let size = slice.layout().size();
    let cells: Vec<i64> = (0..size).map(|index| *slice.at(&IntTuple::Int(index)).unwrap().offset()).collect();
    assert_eq!(cells, shaded);
}

/// Cells (row, column) of the table that the figure prints.
fn cells(rows: &[i64], columns: &[i64]) -> Vec<i64> {
    let cell = |row: i64, column: i64| *tensor().at(&[row, column].into_iter().collect()).unwrap().offset();
    columns.iter().flat_map(|&column| rows.iter().map(move |&row| cell(row, column))).collect()
}

#[test]
fn the_table_holds_the_printed_offsets() {
    let rows = [
        [0, 2, 15, 17, 30, 32, 100, 102, 115, 117, 130, 132],
        [4, 6, 19, 21, 34, 36, 104, 106, 119, 121, 134, 136],
        [8, 10, 23, 25, 38, 40, 108, 110, 123, 125, 138, 140],
        [1, 3, 16, 18, 31, 33, 101, 103, 116, 118, 131, 133],
        [5, 7, 20, 22, 35, 37, 105, 107, 120, 122, 135, 137],
        [9, 11, 24, 26, 39, 41, 109, 111, 124, 126, 139, 141],
    ];
    for (row, printed) in (0..).zip(rows) {
        assert_eq!(cells(&[row], &(0..12).collect::<Vec<_>>()), printed);
    }
}

// The figure prints the one mode that is left without the rank-1 tuple that CuTe keeps around it.

#[test]
fn a_row() {
    check("(2,_)", "{8} o (((2,3),2)):(((2,15),100))", &cells(&[2], &(0..12).collect::<Vec<_>>()));
}

#[test]
fn a_column() {
    check("(_,5)", "{32} o ((3,2)):((4,1))", &cells(&(0..6).collect::<Vec<_>>(), &[5]));
}

#[test]
fn every_other_column_of_a_row() {
    check("(2,((0,_),_))", "{8} o (3,2):(15,100)", &cells(&[2], &[0, 2, 4, 6, 8, 10]));
}

#[test]
fn a_block_of_rows_and_columns() {
    check("((_,1),(_,0))", "{1} o (3,(2,3)):(4,(2,15))", &cells(&[3, 4, 5], &[0, 1, 2, 3, 4, 5]));
}

#[test]
fn every_other_column_of_a_block() {
    check("((_,0),((0,_),1))", "{100} o (3,3):(4,15)", &cells(&[0, 1, 2], &[6, 8, 10]));
}

/// No range of rows and columns is this slice; CuTe concatenates the modes that the figure keeps as `(2,(2,2))`.
#[test]
fn rows_and_columns_that_are_no_range() {
    check("((1,_),((_,0),_))", "{4} o (2,2,2):(1,2,100)", &cells(&[1, 4], &[0, 1, 6, 7]));
}
