//! Integers of run time that no name of the source stands for.

use layout_algebra::symbolic::{Integer, Name};

use crate::value::only_name::only_name;

/// Whether an integer is a number of run time that no name of the source stands for.
pub(crate) fn is_nameless(integer: &Integer) -> bool {
    only_name(integer).is_some_and(|name| name.text.starts_with('?'))
}

pub(crate) fn nameless(integer: &Integer) -> Option<Name> {
    only_name(integer).filter(|name| name.text.starts_with('?')).cloned()
}
