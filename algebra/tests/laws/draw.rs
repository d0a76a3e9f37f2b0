//! Random values through the public interface.

use layout_algebra::{
    ComposedLayout, Coordinate, IntTuple, Layout, Swizzle, Tiler, TilerMode, Xor, make_identity_layout,
};
use proptest::{prelude::*, sample::select};

/// A shape of up to three modes of up to two sizes: small enough to look at every coordinate.
pub(crate) fn shape() -> impl Strategy<Value = IntTuple> {
    let size = select(vec![1_i64, 1, 2, 2, 3, 4, 4, 6]).prop_map(IntTuple::Int);
    let inner = prop::collection::vec(size.clone(), 1..=2).prop_map(IntTuple::Tuple);
    let mode = prop_oneof![3 => size.clone(), 1 => inner];
    prop_oneof![1 => size, 4 => prop::collection::vec(mode, 1..=3).prop_map(IntTuple::Tuple)]
}

/// A layout of any strides: broadcast, overlapping, with gaps.
pub(crate) fn layout() -> impl Strategy<Value = Layout> {
    shape().prop_flat_map(|shape| {
        let strides = prop::collection::vec(0_i64..=24, shape.leaves().len());
        strides.prop_map(move |strides| with_strides(&shape, strides))
    })
}

/// A layout whose offsets are 0, 1, 2, .. in some order of its modes, all multiplied by a factor.
pub(crate) fn compact_layout(factor: i64) -> impl Strategy<Value = Layout> {
    let shape_and_order = shape().prop_flat_map(|shape| {
        let order: Vec<usize> = (0..shape.leaves().len()).collect();
        (Just(shape), Just(order).prop_shuffle())
    });
    (shape_and_order, select(vec![1, factor])).prop_map(|((shape, order), factor)| {
        let sizes: Vec<i64> = shape.leaves().into_iter().copied().collect();
        let mut strides = vec![0; sizes.len()];
        let mut next = factor;
        for mode in order {
            strides[mode] = next;
            next *= sizes[mode];
        }
        with_strides(&shape, strides)
    })
}

pub(crate) fn any_layout() -> impl Strategy<Value = Layout> {
    prop_oneof![layout(), compact_layout(3)]
}

/// A layout of one or two modes whose image lies in `0..size`.
pub(crate) fn layout_into(size: i64) -> impl Strategy<Value = Layout> {
    let divisors = move |size: i64| select((1..=size).filter(|d| size % d == 0).collect::<Vec<_>>());
    divisors(size).prop_flat_map(move |first| {
        let rest = size / first;
        (Just(first), divisors(rest), any::<bool>()).prop_map(|(first, second, swapped)| {
            let modes = if swapped { [(second, first), (first, 1)] } else { [(first, 1), (second, first)] };
            let (shape, stride): (Vec<i64>, Vec<i64>) = modes.into_iter().unzip();
            Layout::new(shape.into_iter().collect(), stride.into_iter().collect()).unwrap()
        })
    })
}

pub(crate) fn coordinate_layout() -> impl Strategy<Value = Layout<Coordinate>> {
    shape().prop_map(|shape| make_identity_layout(&shape).unwrap())
}

pub(crate) fn xor_layout() -> impl Strategy<Value = Layout<Xor>> {
    prop::collection::vec((select(vec![1_i64, 2, 4, 8]), 0_i64..64), 1..5).prop_map(|modes| {
        let shape = modes.iter().map(|mode| mode.0).collect();
        let stride =
            IntTuple::Tuple(modes.iter().map(|mode| IntTuple::Int(Xor::new(mode.1).unwrap())).collect());
        Layout::new(shape, stride).unwrap()
    })
}

pub(crate) fn tiler() -> impl Strategy<Value = Tiler> {
    let mode = prop_oneof![
        Just(TilerMode::Keep),
        (1_i64..20).prop_map(TilerMode::Size),
        layout().prop_map(TilerMode::Layout),
    ];
    let nested = prop::collection::vec(mode.clone(), 1..3).prop_map(TilerMode::ByMode);
    let by_mode = prop::collection::vec(prop_oneof![3 => mode, 1 => nested], 1..4).prop_map(Tiler::ByMode);
    prop_oneof![layout().prop_map(Tiler::Layout), by_mode]
}

pub(crate) fn swizzle() -> impl Strategy<Value = Swizzle> {
    (0_i64..=4, 0_i64..=5, 4_i64..=6, any::<bool>()).prop_map(|(bits, base, shift, is_left)| {
        Swizzle::new(bits, base, if is_left { -shift } else { shift }).unwrap()
    })
}

pub(crate) fn composed_layout() -> impl Strategy<Value = ComposedLayout> {
    (swizzle(), 0_i64..100, layout())
        .prop_map(|(swizzle, offset, layout)| ComposedLayout::new(swizzle, offset, layout))
}

fn with_strides(shape: &IntTuple, strides: Vec<i64>) -> Layout {
    let mut strides = strides.into_iter();
    let stride = shape.map(|_| strides.next().unwrap());
    Layout::new(shape.clone(), stride).unwrap()
}
