//! One editor's session: the world, what the client can do, what the user wants, and how work is done.

use std::{
    collections::HashMap,
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
};

use layoutlens_eval::host::OfLanguage;
use layoutlens_world::{
    Analysis, Cancelled, Cell, Document, Encoding, Notebook, Snapshot, Whereabouts, World,
};
use lsp_types::{MessageType, Uri};
use serde_json::Value;
use tower_lsp::{
    Client,
    jsonrpc::{Error, Result},
};

use crate::{
    settings::{self, Configuration, Layers, SettingsFile, Source},
    sources::Folders,
};

use super::{
    capabilities::ClientSupport, diagnostics_push::DiagnosticsPush, documentation::Documentation,
    freshness::Freshness, from_proto, lock::lock, options::Options, ordered::internal_error, pool::Pool,
    question::Question, run_lens::Runs, sent_tokens::SentTokens, switched::Registered, to_proto::ToProto,
    turns::Turns, viewing::Viewing,
};

/// What came of settings that the editor named.
#[derive(Debug)]
pub(super) struct Configured {
    /// Whether something else may count now.
    pub(super) has_changed: bool,
    /// What counts for nothing, a sentence each.
    pub(super) remarks: Vec<String>,
}

/// Shared by all handlers and by the work they leave running.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) client: Client,
    /// The libraries that code may use.
    pub(super) libraries: OfLanguage,
    pub(super) pool: Pool,
    pub(super) turns: Turns,
    /// Who looks at a text before anything of it is evaluated.
    pub(super) glances: Turns,
    pub(super) diagnostics_push: DiagnosticsPush,
    pub(super) documentation: Documentation,
    pub(super) runs: Runs,
    pub(super) viewing: Viewing,
    pub(super) freshness: Freshness,
    pub(super) sent_tokens: SentTokens,
    pub(super) registered: Registered,
    /// The newest question of each kind about each document.
    newest: Mutex<HashMap<(Uri, Asked), u64>>,
    pub(super) cache_folder: Option<PathBuf>,
    pub(super) ends_with_client: bool,
    world: Mutex<Arc<World>>,
    settings: Mutex<Layers>,
    /// Says when the settings files were read for the first time.
    first_settings: Mutex<Option<Receiver<()>>>,
    support: OnceLock<ClientSupport>,
    sources: OnceLock<Arc<Folders>>,
}

impl Session {
    pub(super) fn new(client: Client, options: Options) -> Self {
        Self {
            client,
            libraries: options.libraries,
            pool: Pool::new(),
            turns: Turns::default(),
            glances: Turns::default(),
            diagnostics_push: DiagnosticsPush::default(),
            documentation: Documentation::new(options.cache_folder.clone()),
            runs: Runs::new(options.worker, options.cache_folder.as_deref()),
            viewing: Viewing::default(),
            freshness: Freshness::default(),
            sent_tokens: SentTokens::default(),
            registered: Registered::default(),
            newest: Mutex::default(),
            cache_folder: options.cache_folder,
            ends_with_client: options.ends_with_client,
            world: Mutex::default(),
            settings: Mutex::default(),
            first_settings: Mutex::default(),
            support: OnceLock::new(),
            sources: OnceLock::new(),
        }
    }

    /// Where includes and imports are looked up; the first call counts.
    pub(super) fn look_in(&self, workspace: Vec<PathBuf>) {
        self.sources.get_or_init(|| Arc::new(Folders::new(&workspace)));
    }

    /// The files around the documents.
    pub(super) fn folders(&self) -> Arc<Folders> {
        Arc::clone(self.sources.get_or_init(|| Arc::new(Folders::new(&[]))))
    }

    /// The place of a document on disk.
    pub(super) fn place(&self, path: PathBuf) -> Whereabouts {
        Whereabouts { path, workspace: self.folders() }
    }

    /// Keeps what `initialize` brought; a second `initialize` never gets here.
    pub(super) fn meet(&self, support: ClientSupport) -> &ClientSupport {
        self.support.get_or_init(|| support)
    }

    pub(super) fn support(&self) -> &ClientSupport {
        self.support.get_or_init(ClientSupport::default)
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.support().encoding
    }

    /// What counts in what belongs to no document: what the client can do, and how workers are started.
    pub(super) fn configuration(&self) -> Configuration {
        lock(&self.settings).configuration(None)
    }

    /// What counts in a document. Waits until the settings files were read once: for work in the pool only.
    pub(super) fn configuration_of(&self, path: Option<&Path>) -> Configuration {
        let mut first = lock(&self.first_settings);
        if let Some(read) = first.take() {
            // The other end is dropped when they were read, or could not be.
            let _ = read.recv();
        }
        drop(first);
        lock(&self.settings).configuration(path)
    }

    /// Takes over what the editor says of settings.
    pub(super) fn configure(&self, settings: &Value) -> Configured {
        let (before, remarks, now) = {
            let mut layers = lock(&self.settings);
            let before = layers.editor.clone();
            let remarks = layers.editor.update(settings, Source::Editor);
            (before, remarks, layers.editor.clone())
        };
        self.runs.start_workers_with(self.configuration().run_command);
        Configured { has_changed: before != now, remarks }
    }

    /// Reads the `layoutlens.toml` of each open folder. Whether something else may count now; what is wrong with a file
    /// is told once.
    pub(super) async fn look_at_settings(&self) -> bool {
        let folders = self.folders().open_folders();
        match self.pool.run(move || settings::read_files(&folders)).await {
            Ok(files) => self.take_settings_files(files),
            Err(_) => false,
        }
    }

    /// Begins to read the settings files: what counts in documents is known when that is done.
    pub(super) fn begin_with_settings(self: &Arc<Self>) {
        let (read, is_read) = channel();
        *lock(&self.first_settings) = Some(is_read);
        let session = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            let _read: Sender<()> = read;
            session.take_settings_files(settings::read_files(&session.folders().open_folders()));
        });
    }

    fn take_settings_files(&self, files: Vec<(PathBuf, SettingsFile)>) -> bool {
        let Some(remarks) = lock(&self.settings).replace_files(files) else { return false };
        if !remarks.is_empty() {
            let client = self.client.clone();
            let message = format!("layoutlens: {}", remarks.join("\n"));
            tokio::spawn(async move { client.show_message(MessageType::Warning, message).await });
        }
        true
    }

    /// Replaces the world by an edited one. A panic in `edit` leaves the world as it was. Gives the documents that may
    /// read otherwise although their text is the same.
    pub(super) fn edit(&self, edit: impl FnOnce(&mut World)) -> Vec<Uri> {
        let mut current = lock(&self.world);
        let mut next = World::clone(&current);
        edit(&mut next);
        next.settle(&current);
        current.supersede(&next);
        let others = next.documents.iter().filter(|(uri, now)| {
            let before = current.documents.get(*uri);
            before.is_some_and(|before| before.is_same_text(now) && !before.is_same_revision(now))
        });
        let others = others.filter_map(|(uri, _)| uri.parse().ok()).collect();
        *current = Arc::new(next);
        others
    }

    pub(super) fn world(&self) -> Arc<World> {
        Arc::clone(&lock(&self.world))
    }

    /// Whether nobody has edited or closed `document` since it was taken from the world.
    pub(super) fn is_current(&self, uri: &Uri, document: &Document) -> bool {
        self.world().documents.get(uri.as_str()).is_some_and(|now| now.is_same_revision(document))
    }

    /// Forgets what was asked and shown of a document that is closed.
    pub(super) fn forget(&self, uri: &Uri) {
        self.turns.forget(uri);
        self.glances.forget(uri);
        self.freshness.forget(uri);
        self.sent_tokens.forget(uri);
        lock(&self.newest).retain(|(asked_about, _), _| asked_about != uri);
    }

    /// Whether nobody has edited the text of `document` since it was taken from the world.
    pub(super) fn is_same_text(&self, uri: &Uri, document: &Document) -> bool {
        self.world().documents.get(uri.as_str()).is_some_and(|now| now.is_same_text(document))
    }

    /// Another revision of the document's text, here and in the world: the files that it was read with have changed.
    fn renew(&self, uri: &Uri, document: &Document) -> Document {
        let mut renewed = None;
        self.edit(|world| {
            let newest = world.documents.get_mut(uri.as_str());
            let Some(newest) = newest.filter(|newest| newest.is_same_text(document)) else { return };
            if newest.is_same_revision(document) {
                // What is open beside it may be another set than the request saw: the world's counts.
                *newest = newest.renewed();
            }
            renewed = Some(newest.clone());
        });
        renewed.unwrap_or_else(|| document.renewed())
    }

    /// Takes a snapshot now, which is the order of the wire, and works on it in the pool until the request is
    /// cancelled, that is, its future dropped.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Snapshot) -> std::result::Result<T, Cancelled> + Send + 'static,
    ) -> Result<T> {
        self.read_snapshot(Snapshot::new(self.world()), work).await
    }

    /// As [`read`](Self::read), on the analysis of one document. `None` when it is not open here: an editor
    /// may ask about files whose language the server does not know.
    pub(super) async fn read_document<T: Send + 'static>(
        self: &Arc<Self>,
        uri: &Uri,
        work: impl FnOnce(&DocumentView<'_>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        self.read_revision(uri, Wanted::Always, work).await
    }

    /// As [`read_document`](Self::read_document) for what an editor shows one of: when the same is asked again about a
    /// newer text before the document was analysed, the answer is `ContentModified`.
    pub(super) async fn read_newest<T: Send + 'static>(
        self: &Arc<Self>,
        uri: &Uri,
        asked: Asked,
        work: impl FnOnce(&DocumentView<'_>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        self.read_revision(uri, Wanted::UntilAskedAgain(asked), work).await
    }

    /// As [`read_document`](Self::read_document) for answers that are worth nothing once the document has
    /// changed and that are asked for again: `ContentModified` when a newer edit came before the document was
    /// analysed. An analysis that is running stops then.
    pub(super) async fn read_current_document<T: Send + 'static>(
        self: &Arc<Self>,
        uri: &Uri,
        work: impl FnOnce(&DocumentView<'_>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        self.read_revision(uri, Wanted::WhileCurrent, work).await
    }

    async fn read_revision<T: Send + 'static>(
        self: &Arc<Self>,
        uri: &Uri,
        wanted: Wanted,
        work: impl FnOnce(&DocumentView<'_>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        match self.question(uri, wanted) {
            Some(question) => self.read_question(question, work).await,
            None => Ok(None),
        }
    }

    /// What is asked now, in the order of the wire. `None` of a document that is not open here.
    pub(super) fn question(&self, uri: &Uri, wanted: Wanted) -> Option<Question> {
        let now = self.freshness.tick();
        if let Wanted::UntilAskedAgain(asked) = wanted {
            lock(&self.newest).insert((uri.clone(), asked), now);
        }
        let snapshot = Snapshot::new(self.world());
        let asked_about = uri.clone();
        let (uri, notebook) = whole(&snapshot.world, uri);
        let document = snapshot.document(uri.as_str()).cloned()?;
        Some(Question { now, wanted, snapshot, asked_about, uri, notebook, document })
    }

    pub(super) async fn read_question<T: Send + 'static>(
        self: &Arc<Self>,
        question: Question,
        work: impl FnOnce(&DocumentView<'_>) -> T + Send + 'static,
    ) -> Result<Option<T>> {
        let Question { now, wanted, snapshot, asked_about, uri, notebook, document } = question;
        let turn = if document.is_analysed() { None } else { Some(self.turns.take(&uri).await) };
        let session = Arc::clone(self);
        let view_and_work = move |snapshot: &Snapshot| {
            // Held by the work itself: a cancelled request's work may go on for a while.
            let _turn = turn;
            snapshot.check()?;
            let document = session.wanted(&uri, document, wanted)?;
            let (read_clock, renew) = (|| session.freshness.now(), |document| session.renew(&uri, &document));
            let is_waited_for = || snapshot.check().is_ok() && session.is_wanted(&asked_about, wanted, now);
            let analysed = document.analysis_since(now, &read_clock, &is_waited_for, &renew);
            let (document, analysis) = analysed.ok_or(Cancelled)?;
            snapshot.check()?;
            session.show(&uri, &document, &analysis);
            let notebook = notebook.as_deref();
            let (document, analysis, uri) = (&document, &analysis, &asked_about);
            Ok(Some(work(&DocumentView { session: &session, uri, document, analysis, notebook })))
        };
        self.read_snapshot(snapshot, view_and_work).await
    }

    /// The document that a request is about once it is its turn.
    fn wanted(
        &self,
        uri: &Uri,
        document: Document,
        wanted: Wanted,
    ) -> std::result::Result<Document, Cancelled> {
        if wanted != Wanted::WhileCurrent {
            return Ok(document);
        }
        // Its files may have changed, which makes another revision of the same text.
        let newest = self.world().documents.get(uri.as_str()).cloned();
        newest.filter(|newest| newest.is_same_text(&document)).ok_or(Cancelled)
    }

    /// Whether an answer is wanted although the document has changed.
    pub(super) fn is_wanted(&self, uri: &Uri, wanted: Wanted, since: u64) -> bool {
        match wanted {
            Wanted::Always => true,
            Wanted::WhileCurrent => false,
            Wanted::UntilAskedAgain(asked) => {
                lock(&self.newest).get(&(uri.clone(), asked)).is_none_or(|newest| *newest <= since)
            }
        }
    }

    /// Says once which files around the documents are not read, and why: values may rest on less than the user thinks.
    async fn tell_what_was_not_read(&self) {
        let remarks = self.sources.get().map(|sources| sources.take_remarks()).unwrap_or_default();
        if !remarks.is_empty() {
            let message = format!("layoutlens does not read all files:\n{}", remarks.join("\n"));
            self.client.show_message(MessageType::Warning, message).await;
        }
    }

    async fn read_snapshot<T: Send + 'static>(
        &self,
        snapshot: Snapshot,
        work: impl FnOnce(&Snapshot) -> std::result::Result<T, Cancelled> + Send + 'static,
    ) -> Result<T> {
        let _stop = CancelOnDrop(Arc::clone(&snapshot.cancelled));
        let done = self.pool.run(move || work(&snapshot)).await;
        self.tell_what_was_not_read().await;
        match done {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(Cancelled)) => Err(Error::content_modified()),
            Err(panic) => Err(internal_error(&*panic)),
        }
    }
}

/// The document in which a text is read: the program of the notebook where it is a cell.
fn whole(world: &World, uri: &Uri) -> (Uri, Option<Arc<Notebook>>) {
    if let Some((notebook, cells)) = world.notebook_of(uri.as_str())
        && let Ok(program) = notebook.parse()
    {
        return (program, Some(Arc::clone(cells)));
    }
    (uri.clone(), world.notebook(uri.as_str()).cloned())
}

/// How long an answer is worth its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Until the request is cancelled.
    Always,
    /// Until the same is asked about a newer text.
    UntilAskedAgain(Asked),
    /// Until the document changes.
    WhileCurrent,
}

/// What an editor shows one of for each document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Asked {
    Hover,
    HintDetails,
    Completion,
    Signature,
    Definition,
    References,
    Highlights,
    Symbols,
    Tokens,
    TokensOfRange,
    Folding,
    Selection,
    Formatting,
    Lenses,
    Actions,
    Diagnostics,
    Grid,
    Layouts,
}

/// One analysed revision and what is needed to speak of it to this client.
#[derive(Debug, Clone, Copy)]
pub(super) struct DocumentView<'a> {
    pub(super) session: &'a Arc<Session>,
    pub(super) uri: &'a Uri,
    pub(super) document: &'a Document,
    pub(super) analysis: &'a Arc<Analysis>,
    /// The notebook whose program the document is; `uri` may be one of its cells then.
    pub(super) notebook: Option<&'a Notebook>,
}

impl<'a> DocumentView<'a> {
    /// The cell that is asked about.
    fn cell(&self) -> Option<&'a Cell> {
        self.notebook?.cell(self.uri.as_str())
    }

    /// Where the file is, that of the notebook for a cell.
    pub(super) fn path(&self) -> Option<PathBuf> {
        let path = self.document.path().map(Path::to_owned);
        path.or_else(|| from_proto::file_path(self.uri))
    }

    /// The byte at a client's position.
    pub(super) fn offset(&self, position: lsp_types::Position) -> usize {
        let at = super::from_proto::position(position);
        let at = self.cell().map_or(at, |cell| cell.in_program(at));
        let offset = layoutlens_world::offset(self.document.rope(), self.session.encoding(), at);
        offset.min(self.analysis.text.len())
    }

    /// The bytes of a client's range; the ends of a reversed one are exchanged.
    pub(super) fn range(&self, range: lsp_types::Range) -> Range<usize> {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        start.min(end)..start.max(end)
    }

    /// The bytes of the text that is asked about.
    pub(super) fn whole(&self) -> Range<usize> {
        self.cell().map_or(0..self.analysis.text.len(), Cell::bytes)
    }

    /// Whether what begins at this byte stands in the text that is asked about, and not in another cell.
    pub(super) fn shows(&self, offset: usize) -> bool {
        self.cell().is_none_or(|cell| cell.bytes().start <= offset && offset <= cell.bytes().end)
    }

    pub(super) fn to_proto(self) -> ToProto<'a> {
        ToProto {
            uri: self.uri,
            document: self.document,
            notebook: self.notebook,
            support: self.session.support(),
            documentation: &self.session.documentation,
        }
    }
}

struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
