//! Scopes as values know them.

/// Which scope it is of the interpreter that made it; without meaning elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScopeId(usize);

/// What a place in the code sees: a scope that is kept for values which may outlive its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// The scope.
    pub id: ScopeId,
}

impl ScopeId {
    /// A scope that is not there: nothing is bound in it, and nothing lies around it.
    pub const NOWHERE: Self = Self(usize::MAX);

    /// The scope that was made after so many others.
    pub fn after(others: usize) -> Self {
        Self(others)
    }

    /// How many scopes were made before it.
    pub fn index(self) -> usize {
        self.0
    }
}
