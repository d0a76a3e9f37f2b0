//! Where a frame began.

use layoutlens_host_value::{object::InstanceId, scope::ScopeId};

/// Where a call began: what is smaller is older.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Began {
    /// Its first scope.
    pub(crate) scopes: ScopeId,
    /// The first instance that is made in it.
    pub(crate) instances: InstanceId,
    /// How many changes the journal held.
    pub(crate) changes: usize,
}
