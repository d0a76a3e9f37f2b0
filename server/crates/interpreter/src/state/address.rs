//! Functions, classes and declarations by where they lie.

/// Where a definition, or the copy of one, lies in memory: which one it is, as long as it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Address(usize);

impl Address {
    pub(crate) fn of<T>(definition: &T) -> Self {
        Self(std::ptr::from_ref(definition).addr())
    }
}
