//! Whether two coordinates of a layout share an offset, and which.

use crate::{invariant::invariant, operand::Leaf, walk::OffsetWalk};

/// Coordinates that are enumerated at most when no quick argument decides.
pub(crate) const MAX_ENUMERATED: i64 = 1 << 26;

/// Offsets that the enumeration marks at most, a bit each (128 MiB).
const MAX_MARKED: i64 = 1 << 30;

/// What is known about the offsets of a layout.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Injectivity {
    /// No two coordinates share an offset.
    Injective,
    /// These two 1-D coordinates do, `first < second`.
    Collides { first: i64, second: i64 },
    /// A limit stopped the enumeration of this many coordinates.
    Unknown { coordinates: i64 },
}

/// Decides whether the layout with these leaves is injective.
///
/// Leaves are peeled off from the greatest stride down as long as a leaf's stride is more than the others reach
/// together: two coordinates that differ in such a leaf cannot share an offset. What remains is enumerated.
/// A swizzle needs no attention: it is a bijection.
///
/// The sizes and offsets of `leaves` must fit in `i64`; [`crate::Operand::extent`] sees to that.
pub(crate) fn injectivity(leaves: &[Leaf]) -> Injectivity {
    let mut core: Vec<usize> = (0..leaves.len()).filter(|&position| leaves[position].shape > 1).collect();
    core.sort_by_key(|&position| leaves[position].stride.unsigned_abs());
    let mut reach: u64 = core.iter().map(|&position| reach_of(leaves[position])).sum();
    while let Some(&widest) = core.last() {
        let others = reach - reach_of(leaves[widest]);
        if leaves[widest].stride.unsigned_abs() <= others || leaves[widest].stride == 0 {
            break;
        }
        reach = others;
        core.pop();
    }
    if core.is_empty() {
        return Injectivity::Injective;
    }
    core.sort_unstable();
    match enumerate(&core.iter().map(|&position| leaves[position]).collect::<Vec<_>>(), reach) {
        Injectivity::Collides { first, second } => Injectivity::Collides {
            first: in_full(first, leaves, &core),
            second: in_full(second, leaves, &core),
        },
        decided => decided,
    }
}

fn reach_of(leaf: Leaf) -> u64 {
    (leaf.shape - 1).unsigned_abs() * leaf.stride.unsigned_abs()
}

/// Marks the offset of each coordinate in turn, until one is marked already.
fn enumerate(core: &[Leaf], reach: u64) -> Injectivity {
    let size: i64 = core.iter().map(|leaf| leaf.shape).product();
    let lowest: i64 = core.iter().map(|leaf| (leaf.shape - 1) * leaf.stride.min(0)).sum();
    // With more coordinates than offsets two of the first `reach + 2` collide.
    // A reach beyond 64 bits is more than there are coordinates.
    let enough = size.min(i64::try_from(reach).map_or(i64::MAX, |reach| reach.saturating_add(2)));
    if enough > MAX_ENUMERATED || reach >= MAX_MARKED.unsigned_abs() {
        return Injectivity::Unknown { coordinates: size };
    }
    // As the reach is below the limit, this is a number; without cells nothing would be decided.
    let mut marked = vec![0_u64; usize::try_from(reach / 64 + 1).unwrap_or_default()];
    for (second, offset) in
        (0..).zip(OffsetWalk::new(core, 0).take(usize::try_from(enough).unwrap_or(usize::MAX)))
    {
        let bit = (offset - lowest).unsigned_abs();
        let Some(word) = usize::try_from(bit / 64).ok().and_then(|word| marked.get_mut(word)) else {
            invariant!(false, "offset {offset} lies beyond the reach {reach}");
            return Injectivity::Unknown { coordinates: size };
        };
        if *word & (1 << (bit % 64)) != 0 {
            let first = (0..).zip(OffsetWalk::new(core, 0)).find(|(_, earlier)| *earlier == offset);
            invariant!(first.is_some(), "offset {offset} is marked and no coordinate has it");
            return match first {
                Some((first, _)) => Injectivity::Collides { first, second },
                None => Injectivity::Unknown { coordinates: size },
            };
        }
        *word |= 1 << (bit % 64);
    }
    Injectivity::Injective
}

/// The 1-D coordinate of the whole layout that is `index` in the core's leaves and 0 in the others.
fn in_full(mut index: i64, leaves: &[Leaf], core: &[usize]) -> i64 {
    let (mut full, mut weight) = (0, 1);
    for (position, leaf) in leaves.iter().enumerate() {
        if core.contains(&position) {
            full += index % leaf.shape * weight;
            index /= leaf.shape;
        }
        weight *= leaf.shape;
    }
    full
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    fn leaves(pairs: &[(i64, i64)]) -> Vec<Leaf> {
        pairs.iter().map(|&(shape, stride)| Leaf { shape, stride }).collect()
    }

    #[test]
    fn large_transposes_are_injective_without_enumeration() {
        assert_eq!(injectivity(&leaves(&[(1 << 20, 1 << 20), (1 << 20, 1)])), Injectivity::Injective);
    }

    #[test]
    fn only_the_overlapping_modes_are_enumerated() {
        let overlapping = leaves(&[(1 << 30, 100), (5, 2), (2, 4)]);
        assert_eq!(
            injectivity(&overlapping),
            Injectivity::Collides { first: 2 << 30, second: 5 << 30 },
            "4 = 2 * 2 = 1 * 4"
        );
    }

    #[test]
    fn a_large_broadcast_collides_at_once() {
        assert_eq!(injectivity(&leaves(&[(1 << 40, 0)])), Injectivity::Collides { first: 0, second: 1 });
    }

    #[test]
    fn interleaved_strides_beyond_the_limit_are_unknown() {
        let wide = leaves(&[(1 << 30, 3), (1 << 30, 2)]);
        assert_eq!(injectivity(&wide), Injectivity::Unknown { coordinates: 1 << 60 });
    }

    proptest! {
        #[test]
        fn injectivity_agrees_with_brute_force(pairs in prop::collection::vec((1_i64..5, -9_i64..9), 0..4)) {
            let leaves = leaves(&pairs);
            let mut seen = HashMap::new();
            let mut expected = false;
            for (index, offset) in OffsetWalk::new(&leaves, 0).enumerate() {
                expected |= seen.insert(offset, index).is_some();
            }
            match injectivity(&leaves) {
                Injectivity::Injective => prop_assert!(!expected),
                Injectivity::Unknown { .. } => prop_assert!(false, "small enough to decide"),
                Injectivity::Collides { first, second } => {
                    prop_assert!(first < second);
                    let offset = |index: i64| OffsetWalk::new(&leaves, index).next();
                    prop_assert_eq!(offset(first), offset(second));
                }
            }
        }
    }
}
