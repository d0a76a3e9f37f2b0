//! Arguments with what may be written through them.

use layoutlens_host_value::call::CallArgument;

use crate::state::scope::Place;

/// An argument, and where its value lives when it can be assigned.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    pub(crate) argument: CallArgument,
    pub(crate) place: Option<Place>,
    /// Of what else it may be a part.
    pub(crate) within: Vec<Place>,
    /// What a function may write that takes it by reference.
    pub(crate) written: Vec<Place>,
}

impl Given {
    /// An argument that cannot be assigned.
    pub(crate) fn of(argument: CallArgument) -> Self {
        Self { argument, place: None, within: Vec::new(), written: Vec::new() }
    }
}
