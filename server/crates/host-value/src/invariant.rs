//! Alarms: what must hold, and what is done in a release where it does not.

use std::{
    fmt::Arguments,
    io::Write as _,
    sync::atomic::{AtomicBool, Ordering},
};

/// Something that cannot be is: `invariant!(safe, "why it cannot be: {what}")`.
///
/// A build with debug assertions (tests, fuzz targets) panics. Another one says so once for each place in the code, on
/// the standard error, and goes on with `safe`, which must lead to what is unknown and never to a value.
#[macro_export]
macro_rules! invariant {
    ($safe:expr, $($said:tt)+) => {{
        static WAS_SAID: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
        $crate::invariant::broken(&WAS_SAID, file!(), line!(), format_args!($($said)+));
        $safe
    }};
}

/// Panics or says so; `was_said` belongs to the place.
#[cold]
#[inline(never)]
#[track_caller]
#[doc(hidden)]
pub fn broken(was_said: &AtomicBool, file: &str, line: u32, said: Arguments<'_>) {
    if cfg!(debug_assertions) {
        panic!("{said}");
    }
    if !was_said.swap(true, Ordering::Relaxed) {
        // Where there is nobody to tell it, the safe way is taken all the same.
        let _ =
            writeln!(std::io::stderr(), "layoutlens: {file}:{line}: {said}; what depends on it is unknown");
    }
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg_attr(debug_assertions, should_panic(expected = "scope 7 is not there"))]
    fn what_cannot_be_panics_in_tests_and_is_unknown_in_a_release() {
        let found: Option<u8> = invariant!(None, "scope {} is not there", 7);
        assert_eq!(found, None);
    }
}
