//! Classes of C++ that write variables of which their objects are made.

use rustc_hash::FxHashSet;

/// Classes that write what their objects are made of, by their names.
#[derive(Debug, Default)]
pub(crate) struct WritingClasses<'a> {
    /// Those that do so themselves.
    pub(crate) own: FxHashSet<&'a str>,
    /// These, and those with a field or a base of such a class.
    pub(crate) all: FxHashSet<&'a str>,
    /// Variables of types that name such a class.
    pub(crate) variables: FxHashSet<&'a str>,
    /// Functions with a parameter of such a class.
    pub(crate) functions: FxHashSet<&'a str>,
}
