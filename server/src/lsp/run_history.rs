//! What came out of runs, by document: of this session, and of earlier ones as far as the cache has them.

use std::{
    collections::{HashMap, VecDeque},
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    time::SystemTime,
};

use layoutlens_disk::read;
use layoutlens_run::Report;
use lsp_types::Uri;
use serde::{Deserialize, Serialize};

use super::{cache_folder, run_lens::Device};

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
    /// Newest last.
    documents: HashMap<Uri, VecDeque<PastRun>>,
}

impl RunHistory {
    /// A history that is kept below `cache_folder`; without one, as long as the server runs.
    pub(super) fn new(cache_folder: Option<&Path>) -> Self {
        Self { folder: cache_folder.map(|folder| folder.join("runs")), documents: HashMap::new() }
    }

    /// Has the runs of a document at hand.
    pub(super) fn load(&mut self, uri: &Uri) {
        if self.documents.contains_key(uri) {
            return;
        }
        if self.documents.len() >= MAX_DOCUMENTS {
            self.documents.clear();
        }
        let kept = self.folder.as_ref();
        let kept = kept.and_then(|folder| read(&folder.join(file_name(uri)), MAX_FILE_BYTES).ok());
        // A file of another build may have other fields: it is as good as none.
        let kept = kept.and_then(|text| serde_json::from_slice::<Kept>(&text.bytes).ok());
        let runs = kept.filter(|kept| kept.uri == uri.as_str()).map(|kept| kept.runs);
        self.documents.insert(uri.clone(), runs.unwrap_or_default());
    }

    pub(super) fn keep(&mut self, uri: Uri, run: PastRun) {
        self.load(&uri);
        let runs = self.documents.entry(uri.clone()).or_default();
        if runs.len() >= MAX_RUNS {
            runs.pop_front();
        }
        runs.push_back(run);
        let kept = Kept { uri: uri.as_str().to_owned(), runs: runs.clone() };
        if let (Some(folder), Ok(text)) = (&self.folder, serde_json::to_string(&kept)) {
            // Without it the history lasts as long as the server.
            let _ = cache_folder::write(folder, &file_name(&uri), &text);
            remove_oldest(folder);
        }
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
        self.documents.get(uri).into_iter().flat_map(|runs| runs.iter().rev())
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
