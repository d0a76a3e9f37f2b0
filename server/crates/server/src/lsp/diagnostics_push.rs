//! Diagnostics for clients that do not ask for them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use layoutlens_ide as ide;
use layoutlens_world::{Analysis, Cell, LostEdit};
use lsp_types::{Diagnostic, DiagnosticSeverity, Range, Uri};

use super::{
    lock::lock,
    session::{DocumentView, Session},
};

/// Which documents have a task that publishes for them, and what it published last.
///
/// There is at most one task a document, so its publications are in order. It works on the newest revision,
/// and starts over when there was an edit meanwhile: what is outdated is never published, and nothing is
/// published twice.
#[derive(Debug, Default)]
pub(super) struct DiagnosticsPush {
    documents: Mutex<HashMap<Uri, State>>,
}

#[derive(Debug, Default)]
struct State {
    task: Task,
    /// The version and what was computed of it.
    published: Option<(i32, Arc<Analysis>)>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Task {
    /// There is none.
    #[default]
    None,
    /// It has seen the last change.
    UpToDate,
    /// There was a change since it looked.
    Behind,
}

impl DiagnosticsPush {
    /// A document was opened, edited or closed. Does not wait.
    pub(super) fn changed(session: &Arc<Session>, uri: &Uri) {
        if session.support().pull_diagnostics {
            return;
        }
        let mut documents = lock(&session.diagnostics_push.documents);
        let state = documents.entry(uri.clone()).or_default();
        let idle = state.task == Task::None;
        state.task = Task::Behind;
        if idle {
            tokio::spawn(publish_until_up_to_date(Arc::clone(session), uri.clone()));
        }
    }

    /// Takes back what was published of texts that are gone. Does not wait.
    pub(super) fn take_back(session: &Arc<Session>, uris: Vec<Uri>) {
        if session.support().pull_diagnostics {
            return;
        }
        let client = session.client.clone();
        tokio::spawn(async move {
            for uri in uris {
                client.publish_diagnostics(uri, Vec::new(), None).await;
            }
        });
    }

    /// Notes that the last change is being looked at.
    fn look(&self, uri: &Uri) {
        lock(&self.documents).entry(uri.clone()).or_default().task = Task::UpToDate;
    }

    /// Ends the task unless there was another change; forgets a document that is closed.
    fn rest(&self, uri: &Uri) -> bool {
        let mut documents = lock(&self.documents);
        let Some(state) = documents.get_mut(uri) else { return true };
        if state.task == Task::Behind {
            return false;
        }
        state.task = Task::None;
        if state.published.is_none() {
            documents.remove(uri);
        }
        true
    }

    /// Notes what is published for a document; false when that is so already.
    fn publish(&self, uri: &Uri, now: Option<(i32, Arc<Analysis>)>) -> bool {
        let mut documents = lock(&self.documents);
        let published = &mut documents.entry(uri.clone()).or_default().published;
        let news = match (&published, &now) {
            (Some((version, before)), Some((newest, now))) => version != newest || !Arc::ptr_eq(before, now),
            (None, None) => false,
            _ => true,
        };
        *published = now;
        news
    }
}

async fn publish_until_up_to_date(session: Arc<Session>, uri: Uri) {
    loop {
        session.diagnostics_push.look(&uri);
        publish_newest(&session, &uri).await;
        if session.diagnostics_push.rest(&uri) {
            return;
        }
    }
}

async fn publish_newest(session: &Arc<Session>, uri: &Uri) {
    let found =
        |view: &DocumentView<'_>| (view.document.clone(), Arc::clone(view.analysis), publications(view));
    let (now, publications) = match session.read_current_document(uri, found).await {
        Ok(Some((document, analysis, publications))) if session.is_current(uri, &document) => {
            (Some((document.version(), analysis)), publications)
        }
        // Closed: an editor keeps showing what nobody takes back.
        Ok(None) => (None, vec![Publication { uri: uri.clone(), version: None, diagnostics: Vec::new() }]),
        // Outdated, or a panic (it is on standard error): the last good ones stay until the next edit.
        Ok(Some(_)) | Err(_) => return,
    };
    if session.diagnostics_push.publish(uri, now) {
        for one in publications {
            session.client.publish_diagnostics(one.uri, one.diagnostics, one.version).await;
        }
    }
}

/// What is told of one text.
#[derive(Debug)]
struct Publication {
    uri: Uri,
    version: Option<i32>,
    diagnostics: Vec<Diagnostic>,
}

/// The findings of a document, or of each cell of a notebook.
fn publications(view: &DocumentView<'_>) -> Vec<Publication> {
    let Some(notebook) = view.notebook else {
        let (uri, version) = (view.uri.clone(), Some(view.document.version()));
        return vec![Publication { uri, version, diagnostics: diagnostics(view) }];
    };
    let read = notebook.cells().iter().filter(|cell| cell.is_read());
    let of_cell = |cell: &Cell| {
        let uri = cell.uri().parse().ok()?;
        let diagnostics = diagnostics(&DocumentView { uri: &uri, ..*view });
        Some(Publication { uri, version: Some(cell.version()), diagnostics })
    };
    read.filter_map(of_cell).collect()
}

/// Why nothing is shown in a document whose text is not the editor's any longer, and what to do.
pub(super) fn lost_message(lost: &LostEdit) -> String {
    format!("{lost}, so nothing is shown in this file: close it and open it again")
}

/// The findings of one revision.
pub(super) fn diagnostics(view: &DocumentView<'_>) -> Vec<Diagnostic> {
    if let Some(lost) = view.document.lost() {
        return vec![Diagnostic {
            range: Range::default(),
            severity: Some(DiagnosticSeverity::Warning),
            source: Some("layoutlens".into()),
            message: lost_message(lost).into(),
            ..Default::default()
        }];
    }
    let to_proto = view.to_proto();
    let diagnostics = ide::diagnostics(view.analysis);
    let here = diagnostics.iter().filter(|diagnostic| view.shows(diagnostic.range.start));
    here.map(|diagnostic| to_proto.diagnostic(diagnostic)).collect()
}
