//! Integers of which only the least number is known.

use layout_algebra::symbolic::Integer;
use layoutlens_host_value::value::HostValue;

use crate::state::run_time_name::LEAST_INT;

/// The integer, when it is one of run time.
pub(crate) fn run_time(value: &HostValue) -> Option<Integer> {
    value.as_integer().filter(|integer| !integer.is_static())
}

/// A number that the integer is certainly not below.
pub(crate) fn least(integer: &Integer) -> i64 {
    match integer.known() {
        Some(number) => number.min(1),
        None => {
            let names = integer.expression().names();
            let is_natural = names.iter().all(|name| name.least >= 0);
            // Of a difference nothing is known.
            match (
                is_natural,
                names.len() == 1
                    && integer.expression()
                        == names.iter().next().cloned().map_or_else(Default::default, Into::into),
            ) {
                (true, true) => names.first().map_or(0, |name| name.least.min(1)),
                _ => LEAST_INT,
            }
        }
    }
}
