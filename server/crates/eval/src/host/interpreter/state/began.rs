//! Where a frame began.

use crate::host::{ScopeId, object::InstanceId};

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
