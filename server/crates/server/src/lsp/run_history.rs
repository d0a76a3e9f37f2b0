//! What came out of runs, by document: of this session, and of earlier ones as far as the cache has them.

use std::{
    collections::{HashMap, VecDeque},
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    time::SystemTime,
};

use layoutlens_disk::{Identity, TURN, identity, read, turn};
use layoutlens_run::Report;
use lsp_types::Uri;
use serde::{Deserialize, Serialize};

use super::{cache_folder, command::Device};

/// Runs that are remembered of a document; the oldest goes first.
const MAX_RUNS: usize = 64;

/// Documents with remembered runs. Beyond it all are forgotten at once: a session rarely sees a tenth of it.
const MAX_DOCUMENTS: usize = 256;

/// Files in the cache; those that were not written for longest go first.
const MAX_FILES: usize = 256;

/// Bytes of one of them that are read; a run takes some thousand.
const MAX_FILE_BYTES: u64 = 8 << 20;

/// Which of a document's `run` statements a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) index: usize,
    /// How many there are.
    pub(super) of: usize,
}

/// A run that ended with a report.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PastRun {
    pub(super) device: Device,
    /// The statement with its names replaced by their values: what ran.
    pub(super) statement: String,
    /// Where it stood; unknown for a statement that no open document had.
    pub(super) place: Option<Place>,
    pub(super) report: Report,
}

/// What the cache has of a document. Its name is a hash of the address; the address itself says whose it is.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    uri: String,
    runs: VecDeque<PastRun>,
}

/// The runs that are remembered.
///
/// A result belongs to the statement with its values, whatever else its document says: an edit elsewhere leaves it as it
/// is. When the statement or a value in it changes, the statement that stands in its place has a stale result.
#[derive(Debug, Default)]
pub(super) struct RunHistory {
    folder: Option<PathBuf>,
    documents: HashMap<Uri, Remembered>,
}

/// The runs of a document, as the file that they are kept in had them when it was in this state.
#[derive(Debug, Default)]
struct Remembered {
    file: Option<Identity>,
    /// Newest last.
    runs: VecDeque<PastRun>,
}

impl RunHistory {
    /// A history that is kept below `cache_folder`; without one, as long as the server runs.
    pub(super) fn new(cache_folder: Option<&Path>) -> Self {
        Self { folder: cache_folder.map(|folder| folder.join("runs")), documents: HashMap::new() }
    }

    /// Has the runs of a document at hand, those too that another server has kept meanwhile.
    pub(super) fn load(&mut self, uri: &Uri) {
        let path = self.folder.as_ref().map(|folder| folder.join(file_name(uri)));
        let file = path.as_ref().and_then(|path| identity(path).ok());
        let known = self.documents.get(uri);
        // What was kept and is there no more was removed to make room, and is still known here.
        if known.is_some_and(|known| file.is_none() || known.file == file) {
            return;
        }
        if known.is_none() && self.documents.len() >= MAX_DOCUMENTS {
            self.documents.clear();
        }
        let kept = path.and_then(|path| read(&path, MAX_FILE_BYTES).ok());
        let file = kept.as_ref().map(|kept| kept.identity);
        // A file of another build may have other fields: it is as good as none.
        let kept = kept.and_then(|text| serde_json::from_slice::<Kept>(&text.bytes).ok());
        let runs = kept.filter(|kept| kept.uri == uri.as_str()).map(|kept| kept.runs);
        let remembered = self.documents.entry(uri.clone()).or_default();
        remembered.file = file;
        if let Some(runs) = runs {
            remembered.runs = runs;
        }
    }

    /// Remembers a run beside those that other servers have kept.
    pub(super) fn keep(&mut self, uri: Uri, run: PastRun) {
        // Without a turn two servers that write at once may lose a run; without a file it lasts as long as the server.
        let turn = self.folder.as_ref().map(|folder| turn(folder));
        self.load(&uri);
        let remembered = self.documents.entry(uri.clone()).or_default();
        if remembered.runs.len() >= MAX_RUNS {
            remembered.runs.pop_front();
        }
        remembered.runs.push_back(run);
        let kept = Kept { uri: uri.as_str().to_owned(), runs: remembered.runs.clone() };
        if let (Some(folder), Ok(text)) = (&self.folder, serde_json::to_string(&kept)) {
            let written = cache_folder::write(folder, &file_name(&uri), &text);
            remembered.file = written.ok().and_then(|path| identity(&path).ok());
            remove_oldest(folder);
        }
        drop(turn);
    }

    /// The runs of this very statement, the newest first.
    pub(super) fn of<'h>(&'h self, uri: &Uri, statement: &'h str) -> impl Iterator<Item = &'h PastRun> {
        self.newest_first(uri).filter(move |run| run.statement == statement)
    }

    /// The runs of what stood in the place of `statements[index]` before it was edited, the newest first: statements
    /// that the document has no more, as many as there are now.
    pub(super) fn before_edit<'h>(
        &'h self,
        uri: &Uri,
        statements: &'h [String],
        index: usize,
    ) -> impl Iterator<Item = &'h PastRun> {
        let place = Some(Place { index, of: statements.len() });
        self.newest_first(uri).filter(move |run| run.place == place && !statements.contains(&run.statement))
    }

    fn newest_first(&self, uri: &Uri) -> impl Iterator<Item = &PastRun> {
        self.documents.get(uri).into_iter().flat_map(|remembered| remembered.runs.iter().rev())
    }
}

fn file_name(uri: &Uri) -> String {
    let mut hasher = DefaultHasher::new();
    uri.as_str().hash(&mut hasher);
    format!("{:016x}.json", hasher.finish())
}

fn remove_oldest(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .filter(|entry| entry.file_name() != TURN)
        .map(|entry| {
            let written = entry.metadata().and_then(|metadata| metadata.modified());
            (written.unwrap_or(SystemTime::UNIX_EPOCH), entry.path())
        })
        .collect();
    files.sort();
    for (_, path) in files.iter().take(files.len().saturating_sub(MAX_FILES)) {
        // Another server may have removed it.
        let _ = fs::remove_file(path);
    }
}
