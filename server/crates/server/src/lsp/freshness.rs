//! What is on screen and no longer so, because another file has changed.
//!
//! Every request looks whether the files that its document was read with are as they were. What nobody asks for is
//! looked at when an editor says that files changed, after edits of other documents, and every few seconds: an editor
//! that watches files for the server does not see them all.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use layoutlens_world::{Analysis, Document};
use lsp_types::{
    DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, Registration, Uri,
};
use tokio::task::spawn_blocking;

use super::{diagnostics_push::DiagnosticsPush, lock::lock, session::Session};

/// How often files are looked at that nobody asks about.
const ROUND: Duration = Duration::from_secs(3);

/// A client that does not answer is asked again after this.
const PATIENCE: Duration = Duration::from_secs(5);

/// The files that a server reads, as an editor watches them.
const WATCHED: [&str; 2] = [
    "**/*.{cu,cuh,h,hpp,cpp,cc,inl,cxx,c,hh,hxx,ipp,py,pyi,rs}",
    "**/{compile_commands.json,layoutlens.toml,.gitignore,.ignore}",
];

/// What was shown of each document, and the work of looking again.
#[derive(Debug, Default)]
pub(super) struct Freshness {
    /// Counts requests. What was found to be so behind a request is an answer to it.
    clock: AtomicU64,
    shown: Mutex<HashMap<Uri, Shown>>,
    looking: Mutex<Task>,
    refreshing: Mutex<Task>,
}

/// The last thing that was shown of a document.
#[derive(Debug)]
struct Shown {
    document: Document,
    analysis: Arc<Analysis>,
}

/// Work that is done by one task at a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Task {
    /// There is none.
    #[default]
    None,
    /// Nothing happened since it began.
    UpToDate,
    /// Something happened to documents since it began.
    DocumentsChanged,
    /// Something may have happened to any file since it began.
    FilesChanged,
}

impl Task {
    /// Notes that there is work; whether a task must be started for it.
    fn wants(&mut self, work: Self) -> bool {
        let is_idle = *self == Self::None;
        *self = (*self).max(work);
        is_idle
    }

    /// Takes the work, or ends the task.
    fn next(&mut self) -> Option<Self> {
        match *self {
            Self::None | Self::UpToDate => {
                *self = Self::None;
                None
            }
            work => {
                *self = Self::UpToDate;
                Some(work)
            }
        }
    }
}

impl Freshness {
    /// A moment: later ones are larger.
    pub(super) fn tick(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// The last moment.
    pub(super) fn now(&self) -> u64 {
        self.clock.load(Ordering::Acquire)
    }

    /// Notes what a request's answer is made from; whether something else was shown of the very same text.
    fn show(&self, uri: &Uri, document: &Document, analysis: &Arc<Analysis>) -> bool {
        let now = Shown { document: document.clone(), analysis: Arc::clone(analysis) };
        let Some(before) = lock(&self.shown).insert(uri.clone(), now) else { return false };
        let is_other = before.document.is_same_text(document) && !Arc::ptr_eq(&before.analysis, analysis);
        // It is mostly the last of a revision, whose many values nobody who waits for an answer waits for.
        spawn_blocking(move || drop(before));
        is_other
    }

    /// Forgets a document that is closed.
    pub(super) fn forget(&self, uri: &Uri) {
        lock(&self.shown).remove(uri);
    }
}

impl Session {
    /// Notes what an answer is made from. Where other answers were given of the same text, the client is told.
    pub(super) fn show(self: &Arc<Self>, uri: &Uri, document: &Document, analysis: &Arc<Analysis>) {
        if self.is_same_text(uri, document) && self.freshness.show(uri, document, analysis) {
            DiagnosticsPush::changed(self, uri);
            self.viewing.changed(uri);
            self.refresh();
        }
    }

    /// Files may have changed: what is on screen is looked at again.
    pub(super) fn look_at_files(self: &Arc<Self>) {
        self.look_again(Task::FilesChanged);
    }

    /// Documents may read otherwise since others were edited.
    pub(super) fn look_at_documents(self: &Arc<Self>, others: &[Uri]) {
        if others.is_empty() {
            return;
        }
        for uri in others {
            DiagnosticsPush::changed(self, uri);
            self.viewing.changed(uri);
        }
        self.look_again(Task::DocumentsChanged);
    }

    fn look_again(self: &Arc<Self>, work: Task) {
        if !lock(&self.freshness.looking).wants(work) {
            return;
        }
        let session = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                let work = lock(&session.freshness.looking).next();
                let Some(work) = work else { return };
                session.look_at_what_was_shown(work).await;
            }
        });
    }

    async fn look_at_what_was_shown(self: &Arc<Self>, work: Task) {
        if work == Task::FilesChanged && self.look_at_settings().await {
            self.refresh();
        }
        let shown: Vec<Uri> = lock(&self.freshness.shown).keys().cloned().collect();
        for uri in shown {
            let document = self.world().documents.get(uri.as_str()).cloned();
            let Some(document) = document else {
                self.freshness.forget(&uri);
                continue;
            };
            if work == Task::FilesChanged || !document.is_analysed() {
                // What differs from what was shown is told on the way; what is outdated has been edited meanwhile.
                let _ = self.read_current_document(&uri, |_| ()).await;
            }
        }
    }

    /// Has the client ask again for what it shows.
    fn refresh(self: &Arc<Self>) {
        if !lock(&self.freshness.refreshing).wants(Task::FilesChanged) {
            return;
        }
        let session = Arc::clone(self);
        tokio::spawn(async move {
            loop {
                let work = lock(&session.freshness.refreshing).next();
                if work.is_none() {
                    return;
                }
                let _ = tokio::time::timeout(PATIENCE, session.ask_to_ask_again()).await;
            }
        });
    }

    async fn ask_to_ask_again(&self) {
        let support = self.support();
        if support.refresh_hints {
            let _ = self.client.inlay_hint_refresh().await;
        }
        if support.refresh_lenses {
            let _ = self.client.code_lens_refresh().await;
        }
        if support.refresh_diagnostics {
            let _ = self.client.workspace_diagnostic_refresh().await;
        }
    }

    /// Has the client say when the user's settings change, where it asks to be told so.
    pub(super) fn hear_of_settings(self: &Arc<Self>) {
        if !self.support().configuration_changes {
            return;
        }
        let session = Arc::clone(self);
        tokio::spawn(async move {
            let registration = Registration {
                id: "layoutlens.settings".into(),
                method: "workspace/didChangeConfiguration".into(),
                // Without a section the client sends none of its settings: it is asked for what was set.
                register_options: None,
            };
            let _ = session.client.register_capability(vec![registration]).await;
        });
    }

    /// Has the client watch files, and looks at them from time to time.
    pub(super) fn watch(self: &Arc<Self>) {
        if self.support().watched_files {
            let session = Arc::clone(self);
            tokio::spawn(async move {
                // A client that declines is one that watches nothing.
                let _ = session.client.register_capability(vec![watched_files()]).await;
            });
        }
        let session = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(ROUND).await;
                let Some(session) = session.upgrade() else { return };
                session.look_at_files();
            }
        });
    }
}

fn watched_files() -> Registration {
    let watcher = |glob: &str| FileSystemWatcher::new(GlobPattern::Pattern(glob.into()), None);
    let options = DidChangeWatchedFilesRegistrationOptions::new(WATCHED.map(watcher).to_vec());
    Registration {
        id: "layoutlens.files".into(),
        method: "workspace/didChangeWatchedFiles".into(),
        register_options: serde_json::to_value(options).ok(),
    }
}
