//! Names of what is true or false in templates.

use std::collections::BTreeSet;

/// Names of parameters and members, without underscores at their ends, of which the other truth is supposed than at first.
pub(crate) type Truths = BTreeSet<String>;

/// A class has a name of its own for what its parameter is: `static constexpr bool HasQv = HasQv_;`.
pub(crate) fn bare(name: &str) -> &str {
    name.trim_end_matches('_')
}
