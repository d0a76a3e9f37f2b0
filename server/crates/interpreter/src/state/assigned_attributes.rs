//! The attributes that Python code assigns.

use rustc_hash::FxHashSet;

/// The names of attributes that are assigned somewhere in the files, but to `self`.
#[derive(Debug, Default)]
pub(crate) struct AssignedAttributes {
    pub(crate) names: FxHashSet<String>,
    /// Whether names may be computed: `setattr`, `vars`, `__dict__`.
    pub(crate) are_computed: bool,
    /// Whether `__annotations__` is named anywhere: the annotations of a class may be others than those that are written.
    pub(crate) are_annotations_named: bool,
}
