//! Figure 6 of the CuTe paper (section 3.3.4): the thread-value partitioning of the 8x8 C matrix of the FP64 tensor core
//! of Ampere, `ThrValLayoutC = ((4,8),2):((16,1),8)`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use layout_algebra::atom::mma::MmaAtom;
use layout_algebra::{IntTuple, Layout, SliceIndex, composition, right_inverse, slice, slice_offset};

const THR_VAL_LAYOUT_C: &str = "((4,8),2):((16,1),8)";

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

#[test]
fn the_inverse_draws_the_figure() {
    // The layout sends (thread, value) to the 1-D coordinate m + 8n; the figure plots the way back.
    let inverse = right_inverse(&layout(THR_VAL_LAYOUT_C)).unwrap();
    let cell = |m: i64, n: i64| {
        let index = inverse.at(m + 8 * n).unwrap();
        format!("T{} V{}", index % 32, index / 32)
    };
    let row = |m: i64| (0..8).map(|n| cell(m, n)).collect::<Vec<_>>().join(" | ");
    let drawn: Vec<String> = (0..8).map(row).collect();
    assert_eq!(
        drawn,
        [
            "T0 V0 | T0 V1 | T1 V0 | T1 V1 | T2 V0 | T2 V1 | T3 V0 | T3 V1",
            "T4 V0 | T4 V1 | T5 V0 | T5 V1 | T6 V0 | T6 V1 | T7 V0 | T7 V1",
            "T8 V0 | T8 V1 | T9 V0 | T9 V1 | T10 V0 | T10 V1 | T11 V0 | T11 V1",
            "T12 V0 | T12 V1 | T13 V0 | T13 V1 | T14 V0 | T14 V1 | T15 V0 | T15 V1",
            "T16 V0 | T16 V1 | T17 V0 | T17 V1 | T18 V0 | T18 V1 | T19 V0 | T19 V1",
            "T20 V0 | T20 V1 | T21 V0 | T21 V1 | T22 V0 | T22 V1 | T23 V0 | T23 V1",
            "T24 V0 | T24 V1 | T25 V0 | T25 V1 | T26 V0 | T26 V1 | T27 V0 | T27 V1",
            "T28 V0 | T28 V1 | T29 V0 | T29 V1 | T30 V0 | T30 V1 | T31 V0 | T31 V1",
        ]
    );
}

#[test]
fn compose_and_slice_gives_each_thread_its_two_cells() {
    // The listing under the figure: compose the data with the layout, slice by the thread.
    let row_major = layout("(8,8):(8,1)");
    let by_thread = composition(&row_major, &layout(THR_VAL_LAYOUT_C)).unwrap();
    for thread in 0..32 {
        let of_thread: IntTuple<SliceIndex> =
            IntTuple::Tuple(vec![IntTuple::Int(SliceIndex::At(thread)), IntTuple::Int(SliceIndex::All)]);
        let offset = slice_offset(&of_thread, &by_thread).unwrap();
        let values = slice(&of_thread, &by_thread).unwrap();
        assert_eq!(values.to_string(), "(2):(1)");
        assert_eq!(offset, 8 * (thread / 4) + 2 * (thread % 4));
    }
}

#[test]
fn the_layout_is_that_of_the_atom() {
    let atom = MmaAtom::find("SM80_8x8x4_F64F64F64F64_TN").unwrap();
    assert_eq!(atom.layout_c(), &layout(THR_VAL_LAYOUT_C));
}
