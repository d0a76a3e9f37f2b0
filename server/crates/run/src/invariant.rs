//! What a run takes for certain: an axis that was counted is there, a lane is one of 32, a register that a step names
//! exists.
//!
//! Where it does not hold LayoutLens has a defect, and what is computed from there on is made up. Debug builds and tests
//! stop at once; a release goes on with something harmless and never reports the run (see [`held`]).

use std::fmt;
use std::sync::OnceLock;

use crate::{ErrorCode, RunError};

/// The first thing that did not hold in this process.
static BROKEN: OnceLock<String> = OnceLock::new();

/// Says so where a condition does not hold, with the words behind it.
macro_rules! invariant {
    ($holds:expr, $($words:tt)+) => {
        if !$holds {
            $crate::invariant::broken(format_args!($($words)+), concat!(file!(), ":", line!()));
        }
    };
}
pub(crate) use invariant;

/// Panics in debug builds and tests; else keeps the first one for [`held`].
#[cold]
pub(crate) fn broken(words: fmt::Arguments<'_>, place: &str) {
    debug_assert!(false, "{words} ({place})");
    BROKEN.get_or_init(|| format!("{words} ({place})"));
}

/// An error once something has not held: of this run, and of those after it, for the process has a defect.
pub(crate) fn held() -> Result<(), RunError> {
    BROKEN.get().map_or(Ok(()), |broken| Err(refusal(broken)))
}

fn refusal(broken: &str) -> RunError {
    let message = format!(
        "LayoutLens has a defect, so the result is not shown: {broken}; please report it with the statement"
    );
    RunError::new(ErrorCode::Internal, message)
}

/// A number of things in memory.
#[inline]
pub(crate) fn count(number: impl TryInto<usize> + Copy + fmt::Display) -> usize {
    let found = number.try_into().ok();
    invariant!(found.is_some(), "{number} is no number of things in memory");
    found.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "-1 is no number of things in memory")]
    fn what_does_not_hold_stops_a_test() {
        count(-1_i64);
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
