//! One worker at a time for the first look at a document's revisions.
//!
//! A revision is analysed once, and whoever asks meanwhile waits. If they waited in the pool, the many
//! questions that an editor asks about one long file would hold all workers, and a hover in another file
//! would have none. The same holds of their glances at the text alone.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use lsp_types::Uri;
use tokio::sync::OwnedMutexGuard;

use super::lock::lock;

/// Whose turn it is, for each document.
#[derive(Debug, Default)]
pub(super) struct Turns {
    documents: Mutex<HashMap<Uri, Arc<tokio::sync::Mutex<()>>>>,
}

/// The turn is over when this is dropped.
#[derive(Debug)]
pub(super) struct Turn(#[expect(dead_code, reason = "held, not read")] OwnedMutexGuard<()>);

impl Turns {
    /// Waits, without a worker, until nobody else works on this document.
    pub(super) async fn take(&self, uri: &Uri) -> Turn {
        let turn = Arc::clone(lock(&self.documents).entry(uri.clone()).or_default());
        Turn(turn.lock_owned().await)
    }

    /// Forgets a document that is closed; who waits goes on waiting.
    pub(super) fn forget(&self, uri: &Uri) {
        lock(&self.documents).remove(uri);
    }
}
