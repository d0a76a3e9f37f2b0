//! The page of a session, once it is served: it is told of the cursor and of edits.

use std::sync::{Arc, OnceLock};

use lsp_types::{TextDocumentPositionParams, Uri};
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::bench::serve::Served;

/// The page of a session, once it is served.
#[derive(Debug, Default)]
pub(super) struct Viewing {
    pub(super) served: OnceLock<Arc<Served>>,
    /// Held while it is started: there is one.
    pub(super) starting: Mutex<()>,
}

impl Viewing {
    /// A document is another by now.
    pub(super) fn changed(&self, uri: &Uri) {
        self.tell(&json!({ "event": "changed", "uri": uri }), false);
    }

    /// A document is closed.
    pub(super) fn closed(&self, uri: &Uri) {
        self.tell(&json!({ "event": "closed", "uri": uri }), false);
    }

    /// Where the editor's cursor is.
    pub(super) fn cursor(&self, at: &TextDocumentPositionParams) {
        let TextDocumentPositionParams { text_document, position } = at;
        self.tell(&json!({ "event": "cursor", "uri": text_document.uri, "position": position }), true);
    }

    fn tell(&self, event: &Value, is_first: bool) {
        if let Some(served) = self.served.get() {
            served.tell(event, is_first);
        }
    }
}
