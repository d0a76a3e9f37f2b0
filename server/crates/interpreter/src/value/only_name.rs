//! The name that an integer of run time goes by.

use layout_algebra::symbolic::{Integer, Name};

/// The name that an integer of run time goes by, where it is one alone.
pub(crate) fn only_name(integer: &Integer) -> Option<&Name> {
    match integer {
        Integer::Static(_) => None,
        Integer::Dynamic(expression) => expression.only_name(),
    }
}
