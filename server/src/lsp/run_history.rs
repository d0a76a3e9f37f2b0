//! What came out of the runs of a session, by document.

use std::collections::{HashMap, VecDeque};

use layoutlens_run::Report;
use lsp_types::Uri;

use super::run_lens::Device;

/// Runs that are remembered of a document; the oldest goes first.
const MAX_RUNS: usize = 64;

/// Documents with remembered runs. Beyond it all are forgotten at once: a session rarely sees a tenth of it.
const MAX_DOCUMENTS: usize = 256;

/// Which of a document's `run` statements a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) index: usize,
    /// How many there are.
    pub(super) of: usize,
}

/// A run that ended with a report.
#[derive(Debug, Clone)]
pub(super) struct PastRun {
    pub(super) device: Device,
    /// The statement with its names replaced by their values: what ran.
    pub(super) statement: String,
    /// Where it stood; unknown for a statement that no open document had.
    pub(super) place: Option<Place>,
    pub(super) report: Report,
}

/// The runs of a session.
///
/// A result belongs to the statement with its values, whatever else its document says: an edit elsewhere leaves it as it
/// is. When the statement or a value in it changes, the statement that stands in its place has a stale result.
#[derive(Debug, Default)]
pub(super) struct RunHistory {
    /// Newest last.
    documents: HashMap<Uri, VecDeque<PastRun>>,
}

impl RunHistory {
    pub(super) fn keep(&mut self, uri: Uri, run: PastRun) {
        if self.documents.len() >= MAX_DOCUMENTS && !self.documents.contains_key(&uri) {
            self.documents.clear();
        }
        let runs = self.documents.entry(uri).or_default();
        if runs.len() >= MAX_RUNS {
            runs.pop_front();
        }
        runs.push_back(run);
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
