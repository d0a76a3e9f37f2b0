//! Integers of run time that no name of the source stands for.

use layout_algebra::symbolic::{Expression, Integer, Name};

/// Whether an integer is a number of run time that no name of the source stands for.
pub(crate) fn is_nameless(integer: &Integer) -> bool {
    nameless(integer).is_some()
}

pub(crate) fn nameless(integer: &Integer) -> Option<Name> {
    let expression = integer.expression();
    let mut names = expression.names().into_iter();
    let name = names.next().filter(|name| name.text.starts_with('?'))?.clone();
    (names.next().is_none() && expression == Expression::of_name(name.clone())).then_some(name)
}
