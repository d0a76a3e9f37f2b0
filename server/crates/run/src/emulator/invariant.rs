//! What the emulator takes for certain: a register that a step names is there, a lane is one of 32.
//!
//! Where it does not hold the emulator has a defect, and what it computes from there on is made up. Debug builds and tests
//! stop at once; a release goes on with something harmless and never reports the run (see [`held`]).

use std::fmt;
use std::sync::OnceLock;

use super::arithmetic::Lanes;
use crate::{ErrorCode, RunError};

/// The first thing that did not hold in this process.
static BROKEN: OnceLock<String> = OnceLock::new();

/// Says so where a condition does not hold, with the words behind it.
macro_rules! invariant {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            $crate::emulator::invariant::broken(format_args!($($words)+), concat!(file!(), ":", line!()));
        }
    };
}
pub(super) use invariant;

/// Panics in debug builds and tests; else keeps the first one for [`held`].
#[cold]
pub(super) fn broken(words: fmt::Arguments<'_>, place: &str) {
    debug_assert!(false, "{words} ({place})");
    BROKEN.get_or_init(|| format!("{words} ({place})"));
}

/// An error once something has not held: of this run, and of those after it, for the process has a defect.
pub(super) fn held() -> Result<(), RunError> {
    BROKEN.get().map_or(Ok(()), |broken| Err(refusal(broken)))
}

fn refusal(broken: &str) -> RunError {
    let message = format!(
        "the emulator has a defect, so its result is not shown: {broken}; please report it with the statement, and use \
         a GPU until then"
    );
    RunError::new(ErrorCode::Internal, message)
}

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

/// A number of things in memory.
#[inline]
pub(super) fn count(number: impl TryInto<usize> + Copy + fmt::Display) -> usize {
    let found = number.try_into().ok();
    invariant!(found.is_some(), "{number} is no number of things in memory");
    found.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "a warp has no lane 32")]
    fn what_does_not_hold_stops_a_test() {
        of_lane(&[0; 32], 32);
    }

    #[test]
    fn what_did_not_hold_is_told_instead_of_a_result() {
        let error = refusal("register 7 of 5 (warp.rs:28)");
        assert_eq!(error.code, ErrorCode::Internal);
        assert!(error.message.contains("register 7 of 5"), "{}", error.message);
    }

    #[test]
    fn runs_in_which_all_holds_are_reported() {
        assert!(held().is_ok());
    }
}
