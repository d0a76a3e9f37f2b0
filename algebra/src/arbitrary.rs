//! Random layouts for the laws that stand next to the operations.

use proptest::prelude::*;

use crate::{IntTuple, Layout};

/// A shape of up to 6 sizes of up to 6, nested at most twice.
pub(crate) fn shape() -> impl Strategy<Value = IntTuple> {
    let size = (1_i64..=6).prop_map(IntTuple::Int);
    let mode = prop_oneof![3 => size.clone(), 1 => prop::collection::vec(size.clone(), 1..=2).prop_map(IntTuple::Tuple)];
    prop_oneof![1 => size, 4 => prop::collection::vec(mode, 1..=3).prop_map(IntTuple::Tuple)]
}

/// A layout of any strides from 0 to 12.
pub(crate) fn layout() -> impl Strategy<Value = Layout> {
    shape().prop_flat_map(|shape| {
        let leaves = shape.leaves().len();
        prop::collection::vec(0_i64..=12, leaves).prop_map(move |strides| with_strides(&shape, &strides))
    })
}

/// A layout whose strides are those of a compact one in another order: injective, without gaps.
pub(crate) fn permuted_layout() -> impl Strategy<Value = Layout> {
    shape().prop_flat_map(|shape| {
        let sizes: Vec<i64> = shape.leaves().into_iter().copied().collect();
        Just((0..sizes.len()).collect::<Vec<_>>()).prop_shuffle().prop_map(move |order| {
            let mut strides = vec![0; sizes.len()];
            let mut next = 1;
            for &mode in &order {
                strides[mode] = next;
                next *= sizes[mode];
            }
            with_strides(&shape, &strides)
        })
    })
}

/// A flat layout of two modes with gaps between its offsets.
pub(crate) fn gappy_layout() -> impl Strategy<Value = Layout> {
    (1_i64..=4, 1_i64..=4, 1_i64..=12, 0_i64..=30).prop_map(|(first, second, step, more)| {
        let shape = [first, second].into_iter().collect();
        with_strides(&shape, &[step, step * first + more])
    })
}

/// Layouts that operations accept often: half of them permuted, half of any strides.
pub(crate) fn either_layout() -> impl Strategy<Value = Layout> {
    prop_oneof![layout(), permuted_layout()]
}

fn with_strides(shape: &IntTuple, strides: &[i64]) -> Layout {
    let mut strides = strides.iter().copied();
    let stride = shape.map(|_| strides.next().unwrap());
    Layout::new(shape.clone(), stride).unwrap()
}

/// The offsets of the 1-D coordinates, each evaluated on its own.
pub(crate) fn offsets(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|index| layout.at(index).unwrap()).collect()
}
