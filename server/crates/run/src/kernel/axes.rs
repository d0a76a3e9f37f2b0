//! The loops that two layouts share: source and destination cut into axes of one shape with a stride on each side.

use layout_algebra::Swizzle;

use crate::{
    Operand,
    invariant::invariant,
    operand::{Leaf, gcd},
    plan::Copy,
};

/// One loop of a copy: `shape` coordinates, and how far neighbouring ones lie apart on either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) shape: i64,
    pub(crate) source: i64,
    pub(crate) destination: i64,
}

/// What is done to the sum of strides on one side: an offset is added and a swizzle applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) offset: i64,
    pub(crate) swizzle: Option<Swizzle>,
}

/// A copy as nested loops over axes, in elements of `width` bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Joint {
    pub(crate) axes: Vec<Axis>,
    pub(crate) source: Placed,
    pub(crate) destination: Placed,
    pub(crate) width: u64,
}

impl Placed {
    pub(crate) fn of(operand: &Operand) -> Self {
        let swizzle = operand.swizzle().filter(|swizzle| swizzle.bits() > 0);
        Placed { offset: operand.offset(), swizzle }
    }

    /// Whether groups of `factor` neighbours that begin at multiples of it stay together and in order.
    pub(crate) fn keeps(self, factor: i64) -> bool {
        let touched = self.swizzle.map_or(0, |swizzle| swizzle.source_mask() | swizzle.target_mask());
        self.offset % factor == 0 && touched & (factor - 1) == 0
    }

    /// The same in units of `factor` elements, which it [keeps](Self::keeps).
    fn upcast(self, factor: i64) -> Option<Self> {
        if !self.keeps(factor) {
            return None;
        }
        let Some(swizzle) = self.swizzle else {
            return Some(Placed { offset: self.offset / factor, swizzle: None });
        };
        let base = i64::from(swizzle.base()) - i64::from(factor.trailing_zeros());
        let swizzle = Swizzle::new(swizzle.bits().into(), base, swizzle.shift().into()).ok()?;
        Some(Placed { offset: self.offset / factor, swizzle: Some(swizzle) })
    }
}

impl Joint {
    /// The axes of a copy, or `None` when the two shapes have no common refinement, as (6,35) and (10,21).
    pub(crate) fn of(copy: &Copy, width: u64) -> Option<Self> {
        let axes = merged(refined(&coalesced(copy.source.leaves()), &coalesced(copy.destination.leaves()))?);
        let (source, destination) = (Placed::of(&copy.source), Placed::of(&copy.destination));
        Some(Joint { axes, source, destination, width })
    }

    /// The axis at this position, which was found among them.
    pub(crate) fn axis(&self, position: usize) -> Axis {
        let found = self.axes.get(position).copied();
        invariant!(found.is_some(), "a copy with {} axes has none at {position}", self.axes.len());
        found.unwrap_or(Axis { shape: 1, source: 0, destination: 0 })
    }

    /// The axis along which neighbours are neighbours on both sides.
    pub(crate) fn contiguous(&self) -> Option<usize> {
        self.axes.iter().position(|axis| axis.source == 1 && axis.destination == 1)
    }

    /// Whether groups of `factor` elements along the axis `source` of the source and `destination` of the destination
    /// can be moved as one: every other stride and both offsets are multiples of it.
    pub(crate) fn is_aligned(&self, factor: i64, source: usize, destination: usize) -> bool {
        let others = self.axes.iter().enumerate().all(|(position, axis)| {
            axis.shape == 1
                || (position == source || axis.source % factor == 0)
                    && (position == destination || axis.destination % factor == 0)
        });
        others && self.source.keeps(factor) && self.destination.keeps(factor)
    }

    /// The same copy in elements `factor` times as wide; the last one of `axis` is cut where the shape is no multiple.
    pub(crate) fn widened(&self, factor: i64, axis: usize) -> Option<Self> {
        let (source, destination) = (self.source.upcast(factor)?, self.destination.upcast(factor)?);
        let widen = |(position, old): (usize, &Axis)| match position == axis {
            true => Axis { shape: (old.shape + factor - 1) / factor, ..*old },
            false => Axis { source: old.source / factor, destination: old.destination / factor, ..*old },
        };
        let axes = self.axes.iter().enumerate().map(widen).collect();
        Some(Joint { axes, source, destination, width: self.width * factor.unsigned_abs() })
    }

    /// The axis of the least stride on the side that `stride` picks; strides of 0 and shapes of 1 do not count.
    pub(crate) fn nearest(&self, stride: impl Fn(&Axis) -> i64) -> Option<usize> {
        let moving = self.axes.iter().enumerate().filter(|(_, axis)| axis.shape > 1 && stride(axis) != 0);
        moving.min_by_key(|(_, axis)| stride(axis).unsigned_abs()).map(|(position, _)| position)
    }
}

/// Leaves without shapes of 1, where one goes on from another as one leaf.
pub(crate) fn coalesced(all: Vec<Leaf>) -> Vec<Leaf> {
    let mut leaves: Vec<Leaf> = Vec::new();
    for leaf in all.into_iter().filter(|leaf| leaf.shape > 1) {
        match leaves.last_mut() {
            Some(last) if last.shape * last.stride == leaf.stride => last.shape *= leaf.shape,
            _ => leaves.push(leaf),
        }
    }
    leaves
}

/// Cuts the leaves of both sides, which have one size, until their shapes agree.
fn refined(source: &[Leaf], destination: &[Leaf]) -> Option<Vec<Axis>> {
    let mut axes = Vec::new();
    let (mut source, mut destination) = (source.iter().copied(), destination.iter().copied());
    let (mut from, mut to) = (source.next(), destination.next());
    while let (Some(left), Some(right)) = (from, to) {
        let shape = gcd(left.shape, right.shape);
        if shape == 1 {
            return None;
        }
        axes.push(Axis { shape, source: left.stride, destination: right.stride });
        let rest = |leaf: Leaf| Leaf { shape: leaf.shape / shape, stride: leaf.stride * shape };
        from = Some(rest(left)).filter(|leaf| leaf.shape > 1).or_else(|| source.next());
        to = Some(rest(right)).filter(|leaf| leaf.shape > 1).or_else(|| destination.next());
    }
    Some(axes)
}

/// Joins axes of which one goes on from another on both sides, whatever their order: elements have no order.
fn merged(mut axes: Vec<Axis>) -> Vec<Axis> {
    let goes_on = |first: &Axis, second: &Axis| {
        second.source == first.source * first.shape && second.destination == first.destination * first.shape
    };
    let found = |axes: &[Axis]| {
        (0..axes.len()).find_map(|first| {
            let second = (0..axes.len()).find(|&second| {
                second != first && axes.get(first).zip(axes.get(second)).is_some_and(|(a, b)| goes_on(a, b))
            })?;
            Some((first, second))
        })
    };
    while let Some((first, second)) = found(&axes) {
        let shape = axes.get(second).map(|axis| axis.shape);
        match axes.get_mut(first).zip(shape) {
            Some((axis, shape)) => axis.shape *= shape,
            None => invariant!(false, "{} axes have none at {first} or {second}", axes.len()),
        }
        axes.remove(second);
    }
    axes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeviceChoice, ElementType, Operation, Request, Work, check};

    #[track_caller]
    fn axes(source: &str, destination: &str) -> Option<Vec<(i64, i64, i64)>> {
        let operation =
            Operation::Copy { source: source.parse().unwrap(), destination: destination.parse().unwrap() };
        let request = Request { operation, element: ElementType::F32, device: DeviceChoice::Auto };
        let Work::Copy(copy) = check(&request).unwrap().work else { panic!("a copy") };
        let axes = Joint::of(&copy, 4)?.axes;
        Some(axes.iter().map(|axis| (axis.shape, axis.source, axis.destination)).collect())
    }

    #[test]
    fn axes_are_as_long_as_both_layouts_allow() {
        assert_eq!(axes("(4,8):(1,4)", "32:1"), Some(vec![(32, 1, 1)]));
        assert_eq!(
            axes("(4,8):(8,1)", "(4,8):(8,1)"),
            Some(vec![(32, 1, 1)]),
            "neighbours, the other way round"
        );
        assert_eq!(axes("(4,8):(1,4)", "(4,8):(8,1)"), Some(vec![(4, 1, 8), (8, 4, 1)]));
        assert_eq!(
            axes("(8,(3,5)):(1,(57,8))", "(8,15):(1,8)"),
            Some(vec![(8, 1, 1), (3, 57, 8), (5, 8, 24)])
        );
        assert_eq!(axes("(2,3,2):(42,1,128)", "12:1"), Some(vec![(2, 42, 1), (3, 1, 2), (2, 128, 6)]));
        assert_eq!(axes("(8,64):(0,1)", "(8,64):(64,1)"), Some(vec![(8, 0, 64), (64, 1, 1)]));
        assert_eq!(axes("1:0", "1:7"), Some(vec![]));
    }

    #[test]
    fn shapes_without_a_common_refinement_have_no_axes() {
        assert_eq!(axes("(6,35):(35,1)", "(10,21):(21,1)"), None);
        assert_eq!(axes("(6,35):(1,6)", "(10,21):(21,1)"), Some(vec![(10, 1, 21), (21, 10, 1)]));
    }
}
