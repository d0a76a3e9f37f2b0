//! What was written while somebody listens.

use crate::state::scope::Place;

/// What is written, also in branches that are taken back.
#[derive(Debug, Default)]
pub(crate) struct WriteLog {
    pub(crate) listeners: usize,
    pub(crate) places: Vec<Place>,
}
