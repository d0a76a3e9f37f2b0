//! The world as one request sees it.

use std::{collections::HashMap, sync::Arc, sync::atomic::AtomicBool};

use crate::Document;

/// All open documents by URI. Cloning is cheap; edits make a new world.
#[derive(Debug, Clone, Default)]
pub struct World {
    /// Open documents.
    pub documents: HashMap<String, Document>,
}

/// A consistent view of the world for one request.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The world at the time of the request.
    pub world: Arc<World>,
    /// Set when the request is cancelled or its answer outdated.
    pub cancelled: Arc<AtomicBool>,
}

/// The request was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;
