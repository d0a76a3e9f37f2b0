//! Coordinates one by one, as many as are looked at.

use super::Verdict;
use crate::layout::LayoutRef;
use crate::stride::Stride;
use crate::{Error, IntTuple};

/// Whether `size` coordinates of a layout may be evaluated one by one: fewer when that takes long for each.
pub(super) fn is_enumerable<D: Stride>(size: i64, layout: LayoutRef<'_, D>) -> bool {
    const LEAVES_FOR_FREE: usize = 64;
    let slowness = i64::try_from(1 + layout.leaves().len() / LEAVES_FOR_FREE).unwrap_or(i64::MAX);
    size <= crate::analysis::ENUMERATION_LIMIT / slowness
}

/// The verdict when there are more coordinates than are enumerated.
pub(super) fn too_many(size: i64) -> Verdict {
    let limit = crate::analysis::ENUMERATION_LIMIT;
    Verdict::Unproved { limit: format!("{size} coordinates, and no more than {limit} are enumerated") }
}

/// `layout` at a coordinate that may have fewer modes than it: missing ones are 0.
pub(super) fn value_at<D: Stride>(layout: LayoutRef<'_, D>, coordinate: &IntTuple) -> Result<D, Error> {
    layout.eval(&padded(coordinate, layout))
}

fn padded<D: Stride>(coordinate: &IntTuple, layout: LayoutRef<'_, D>) -> IntTuple {
    match coordinate {
        IntTuple::Tuple(indices) if layout.is_tuple() && indices.len() <= layout.rank() => {
            let zero = IntTuple::Int(0);
            let indices = indices.iter().chain(std::iter::repeat(&zero));
            IntTuple::Tuple(layout.modes().zip(indices).map(|(mode, index)| padded(index, mode)).collect())
        }
        _ => coordinate.clone(),
    }
}
