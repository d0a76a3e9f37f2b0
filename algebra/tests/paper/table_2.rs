//! Table 2 of the CuTe paper (section 2.6.1): one COPY, `dst(i) = src(i)`, is many algorithms, by its two layouts.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::Layout;

/// Runs COPY on a source whose element at offset k is k + 1; elements of the destination that it leaves alone are 0.
fn copy(source: &str, destination: &str) -> Vec<i64> {
    let (source, destination): (Layout, Layout) = (source.parse().unwrap(), destination.parse().unwrap());
    assert_eq!(source.size(), destination.size(), "COPY requires equal sizes");
    let data: Vec<i64> = (1..=source.cosize().unwrap()).collect();
    let mut copied = vec![0; usize::try_from(destination.cosize().unwrap()).unwrap()];
    for i in 0..destination.size() {
        let from = usize::try_from(source.at(i).unwrap()).unwrap();
        let to = usize::try_from(destination.at(i).unwrap()).unwrap();
        copied[to] = data[from];
    }
    copied
}

#[test]
fn one_dimensional_arrays_are_copied_in_order() {
    assert_eq!(copy("8:1", "8:1"), [1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn n_dimensional_arrays_are_copied_place_by_place() {
    let layout = "(8,2,3):(1,16,32)";
    let expected: Vec<i64> = (0..88).map(|k| if k % 16 < 8 { k + 1 } else { 0 }).collect();
    assert_eq!(copy(layout, layout), expected);
}

#[test]
fn gather_collects_strided_elements() {
    let gathered = [0, 42, 1, 43, 2, 44, 128, 170, 129, 171, 130, 172].map(|k| k + 1);
    assert_eq!(copy("(2,3,2):(42,1,128)", "12:1"), gathered);
}

#[test]
fn scatter_spreads_them_again() {
    let scattered = copy("12:1", "(2,3,2):(42,1,128)");
    let places = [0, 42, 1, 43, 2, 44, 128, 170, 129, 171, 130, 172];
    for (value, place) in (1..).zip(places) {
        assert_eq!(scattered[place], value);
    }
    assert_eq!(scattered.iter().filter(|&&value| value != 0).count(), places.len());
}

#[test]
fn broadcast_repeats_one_element() {
    assert_eq!(copy("7:0", "7:1"), [1; 7]);
}

#[test]
fn constant_writes_one_element_again_and_again() {
    assert_eq!(copy("7:0", "7:0"), [1]);
}

#[test]
fn transpose_exchanges_rows_and_columns() {
    let transposed = copy("(8,3):(1,8)", "(8,3):(3,1)");
    for row in 0..8 {
        for column in 0..3 {
            assert_eq!(transposed[3 * row + column], i64::try_from(row + 8 * column).unwrap() + 1);
        }
    }
}

#[test]
fn tensor_transpose_reorders_three_modes_into_two() {
    // The destination knows only one column mode of 15; the source folds 3 and 5 into it.
    let transposed = copy("(8,(3,5)):(1,(57,8))", "(8,15):(1,8)");
    for row in 0..8 {
        for inner in 0..3 {
            for outer in 0..5 {
                let place = row + 8 * (inner + 3 * outer);
                assert_eq!(transposed[place], i64::try_from(row + 57 * inner + 8 * outer).unwrap() + 1);
            }
        }
    }
}
