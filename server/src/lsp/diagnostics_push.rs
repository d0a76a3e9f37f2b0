//! Diagnostics for clients that do not ask for them.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Arc, Mutex},
};

use layoutlens_ide as ide;
use lsp_types::{Diagnostic, Uri};

use super::session::{DocumentView, Session, lock};

/// Which documents have a task that publishes for them.
///
/// There is at most one a document, so its publications are in order. It works on the newest revision, and starts
/// over when there was an edit meanwhile: what is outdated is never published.
#[derive(Debug, Default)]
pub(super) struct DiagnosticsPush {
    running: Mutex<HashMap<Uri, Freshness>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Freshness {
    /// The task has seen the last change.
    Seen,
    /// There was a change since the task looked.
    Changed,
}

impl DiagnosticsPush {
    /// A document was opened, edited or closed. Does not wait.
    pub(super) fn changed(session: &Arc<Session>, uri: &Uri) {
        if session.support().pull_diagnostics {
            return;
        }
        match lock(&session.diagnostics_push.running).entry(uri.clone()) {
            Entry::Occupied(mut running) => {
                running.insert(Freshness::Changed);
            }
            Entry::Vacant(idle) => {
                idle.insert(Freshness::Changed);
                tokio::spawn(publish_until_seen(Arc::clone(session), uri.clone()));
            }
        }
    }

    /// Notes that the last change is being looked at.
    fn look(&self, uri: &Uri) {
        lock(&self.running).insert(uri.clone(), Freshness::Seen);
    }

    /// Ends the task unless there was another change.
    fn rest(&self, uri: &Uri) -> bool {
        let mut running = lock(&self.running);
        let seen = running.get(uri) != Some(&Freshness::Changed);
        if seen {
            running.remove(uri);
        }
        seen
    }
}

async fn publish_until_seen(session: Arc<Session>, uri: Uri) {
    loop {
        session.diagnostics_push.look(&uri);
        publish_newest(&session, &uri).await;
        if session.diagnostics_push.rest(&uri) {
            return;
        }
    }
}

async fn publish_newest(session: &Arc<Session>, uri: &Uri) {
    let analysed = session.read_document(uri, |view| (view.document.clone(), diagnostics(view))).await;
    match analysed {
        Ok(Some((document, diagnostics))) if session.is_current(uri, &document) => {
            session.client.publish_diagnostics(uri.clone(), diagnostics, Some(document.version())).await;
        }
        // Closed: an editor keeps showing what nobody takes back.
        Ok(None) => session.client.publish_diagnostics(uri.clone(), Vec::new(), None).await,
        // Outdated, or a panic (it is on standard error): the last good ones stay until the next edit.
        Ok(Some(_)) | Err(_) => {}
    }
}

/// The findings of one revision.
pub(super) fn diagnostics(view: &DocumentView<'_>) -> Vec<Diagnostic> {
    let to_proto = view.to_proto();
    ide::diagnostics(view.analysis).iter().map(|diagnostic| to_proto.diagnostic(diagnostic)).collect()
}
