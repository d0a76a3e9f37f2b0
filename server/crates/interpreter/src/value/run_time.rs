//! Integers of which only the least number is known.

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::value::HostValue;

use crate::{state::run_time_name::LEAST_INT, value::only_name::only_name};

/// The integer, when it is one of run time.
pub(crate) fn run_time(value: &HostValue) -> Option<Integer> {
    value.as_integer().filter(|integer| !integer.is_static())
}

/// A number that the integer is certainly not below.
pub(crate) fn least(integer: &Integer) -> i64 {
    match integer.known() {
        Some(number) => number.min(1),
        // Of a difference nothing is known.
        None => match only_name(integer) {
            Some(name) if name.least >= 0 => name.least.min(1),
            _ => LEAST_INT,
        },
    }
}
