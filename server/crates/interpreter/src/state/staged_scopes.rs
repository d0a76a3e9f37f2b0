//! Scopes of functions that the DSL compiles.

use rustc_hash::FxHashSet;

use layoutlens_host_value::scope::ScopeId;

/// Scopes of functions that the DSL compiles.
pub(crate) type StagedScopes = FxHashSet<ScopeId>;
