//! What the emulator takes for certain of the lanes of a warp.

use super::arithmetic::Lanes;
pub(super) use crate::invariant::{count, held, invariant};

/// What a lane holds.
#[inline]
pub(super) fn of_lane(lanes: &Lanes, lane: usize) -> u64 {
    let found = lanes.get(lane).copied();
    invariant!(found.is_some(), "a warp has no lane {lane}");
    found.unwrap_or(u64::MAX)
}

/// Sets what a lane holds.
#[inline]
pub(super) fn set_lane<T>(lanes: &mut [T; 32], lane: usize, number: T) {
    match lanes.get_mut(lane) {
        Some(to) => *to = number,
        None => invariant!(false, "a warp has no lane {lane}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "a warp has no lane 32")]
    fn a_lane_that_is_not_there_stops_a_test() {
        of_lane(&[0; 32], 32);
    }
}
