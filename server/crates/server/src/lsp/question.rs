//! What an editor asks about a document, and what of it is known before any code is run.

use std::sync::Arc;

use layoutlens_world::{Document, Notebook, Snapshot};
use lsp_types::Uri;
use tower_lsp::jsonrpc::Result;

use super::{
    ordered::internal_error,
    session::{Asked, DocumentView, Session, Wanted},
};

/// A question about a document, as it was when it came.
pub(super) struct Question {
    /// When that was.
    pub(super) now: u64,
    pub(super) wanted: Wanted,
    pub(super) snapshot: Snapshot,
    /// A cell, or the document itself.
    pub(super) asked_about: Uri,
    pub(super) uri: Uri,
    pub(super) notebook: Option<Arc<Notebook>>,
    pub(super) document: Document,
}

impl Session {
    /// As [`read_newest`](Self::read_newest) of what stands at a position. Where that is a statement in which the code has
    /// no say, `of_statement` sees that alone, as soon as the text is parsed and before it is anybody's turn; `work` sees
    /// all, where that gives nothing.
    pub(super) async fn read_newest_at<T: Send + 'static>(
        self: &Arc<Self>,
        (uri, position): (&Uri, lsp_types::Position),
        asked: Asked,
        of_statement: impl FnOnce(&DocumentView<'_>) -> Option<T> + Send + 'static,
        work: impl FnOnce(&DocumentView<'_>) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(question) = self.question(uri, Wanted::UntilAskedAgain(asked)) else { return Ok(None) };
        if !question.document.is_analysed() {
            let session = Arc::clone(self);
            let (asked_about, document) = (question.asked_about.clone(), question.document.clone());
            let (wanted, now) = (question.wanted, question.now);
            let notebook = question.notebook.clone();
            let glance = self.glances.take(&question.uri).await;
            let at_once = move || {
                // Held by the work itself: a cancelled request's work may go on for a while.
                let _glance = glance;
                let (session, uri, document) = (&session, &asked_about, &document);
                // Many questions of one long file shall not parse it again and again.
                if !session.is_wanted(uri, wanted, now) {
                    return None;
                }
                let parsed = Arc::new(document.parsed()?);
                let notebook = notebook.as_deref();
                let view = DocumentView { session, uri, document, analysis: &parsed, notebook };
                let analysis = Arc::new(parsed.of_statement(view.offset(position))?);
                of_statement(&DocumentView { analysis: &analysis, ..view })
            };
            match self.pool.run(at_once).await {
                Ok(None) => {}
                Ok(found) => return Ok(found),
                Err(panic) => return Err(internal_error(&*panic)),
            }
        }
        Ok(self.read_question(question, work).await?.flatten())
    }
}
