//! The methods by which Python's lists change.

/// Methods that change a list, dictionary or set.
pub(crate) const CHANGES: &[&str] = &[
    "append",
    "extend",
    "insert",
    "pop",
    "remove",
    "clear",
    "sort",
    "reverse",
    "update",
    "add",
    "setdefault",
    "discard",
    "popitem",
];
