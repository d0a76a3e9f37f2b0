//! Scopes of functions that the DSL compiles.

use rustc_hash::FxHashSet;

use crate::host::ScopeId;

/// Scopes of functions that the DSL compiles.
pub(crate) type StagedScopes = FxHashSet<ScopeId>;
