//! Functions, classes and declarations by where they lie.

use std::sync::Arc;

/// Where a definition, or the copy of one, lies in memory: which one it is, as long as it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Address(usize);

impl Address {
    pub(crate) fn of<T>(definition: &T) -> Self {
        Self(std::ptr::from_ref(definition).addr())
    }

    /// The address of several that are kept together.
    pub(crate) fn of_all<T>(definitions: &Arc<[T]>) -> Self {
        Self(Arc::as_ptr(definitions).cast::<()>().addr())
    }
}
