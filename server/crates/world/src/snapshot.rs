//! The world as one request sees it.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use layoutlens_eval::host::OfLanguage;
use layoutlens_syntax::Language;

use crate::{
    Change, Document, Encoding, LostEdit, NewCell, Notebook, NotebookChange, OpenFile, OpenFiles, Whereabouts,
};

/// All open documents by URI. Cloning is cheap; edits make a new world.
#[derive(Debug, Clone, Default)]
pub struct World {
    /// Open documents.
    pub documents: HashMap<String, Document>,
    /// Open notebooks, whose programs are documents of the same URIs.
    notebooks: HashMap<String, Arc<Notebook>>,
    /// Those that stand for files on disk.
    open: Arc<OpenFiles>,
}

impl World {
    /// Applies an editor's changes. A document that is not open stays so: `false`.
    pub fn edit(&mut self, uri: &str, version: i32, changes: Vec<Change>, encoding: Encoding) -> bool {
        let Some(document) = self.documents.get_mut(uri) else { return false };
        document.edit(version, changes, encoding);
        true
    }

    /// Notes that an edit of a document did not arrive. A document that is not open stays so: `false`.
    pub fn lose(&mut self, uri: &str, why: LostEdit) -> bool {
        let Some(document) = self.documents.get_mut(uri) else { return false };
        if let Some(notebook) = self.notebooks.get_mut(uri) {
            Arc::make_mut(notebook).lose(why.clone());
        }
        document.lose(why);
        true
    }

    /// Opens a notebook and its program.
    pub fn open_notebook(
        &mut self,
        uri: &str,
        version: i32,
        cells: Vec<NewCell>,
        whereabouts: Option<Whereabouts>,
        libraries: OfLanguage,
    ) {
        let (notebook, program) = Notebook::new(cells, libraries);
        let document = Document::new(version, Language::Python, &program, libraries);
        let document = match whereabouts {
            Some(place) => document.at(place),
            None => document,
        };
        self.documents.insert(uri.to_owned(), document);
        self.notebooks.insert(uri.to_owned(), Arc::new(notebook));
    }

    /// Applies a change of a notebook's cells and texts. A notebook that is not open stays so: `false`.
    pub fn change_notebook(
        &mut self,
        uri: &str,
        version: i32,
        change: NotebookChange,
        encoding: Encoding,
    ) -> bool {
        let Some(notebook) = self.notebooks.get_mut(uri) else { return false };
        let Some(document) = self.documents.get_mut(uri) else { return false };
        let notebook = Arc::make_mut(notebook);
        let program = notebook.change(change, encoding);
        // Where only texts change, a notebook's version may stay what it is; the program's does not.
        document.edit(
            version.max(document.version().saturating_add(1)),
            vec![Change::Full(program)],
            encoding,
        );
        if let Some(lost) = notebook.lost() {
            document.lose(lost.clone());
        }
        true
    }

    /// Closes a notebook and its program. `false` when it was not open.
    pub fn close_notebook(&mut self, uri: &str) -> bool {
        self.documents.remove(uri);
        self.notebooks.remove(uri).is_some()
    }

    /// An open notebook.
    pub fn notebook(&self, uri: &str) -> Option<&Arc<Notebook>> {
        self.notebooks.get(uri)
    }

    /// The notebook, by its URI, in which a cell of this URI stands.
    pub fn notebook_of(&self, cell: &str) -> Option<(&str, &Arc<Notebook>)> {
        let mut all = self.notebooks.iter();
        all.find(|(_, notebook)| notebook.cell(cell).is_some())
            .map(|(uri, notebook)| (uri.as_str(), notebook))
    }

    /// Has every document see what is open after edits of `before`. Looks at no file: what was computed of a document
    /// beside one that has changed is looked at again when somebody asks.
    pub fn settle(&mut self, before: &World) {
        let mut changed = Vec::new();
        let mut is_other_set = false;
        for (uri, now) in &self.documents {
            match (before.documents.get(uri), now.path()) {
                (Some(was), Some(path)) if !was.is_same_text(now) => changed.push(path.to_owned()),
                (Some(was), path) => is_other_set |= was.path() != path,
                (None, path) => is_other_set |= path.is_some(),
            }
        }
        is_other_set |= before
            .documents
            .iter()
            .any(|(uri, was)| was.path().is_some() && !self.documents.contains_key(uri));
        if changed.is_empty() && !is_other_set {
            return;
        }
        let mut files: Vec<OpenFile> = self.documents.values().filter_map(Document::open_file).collect();
        files.sort_by(|one, other| one.path.cmp(&other.path));
        self.open = Arc::new(OpenFiles { files });
        for (uri, document) in &mut self.documents {
            let is_itself = before.documents.get(uri).is_none_or(|was| !was.is_same_revision(document));
            document.see(&self.open, &changed, is_other_set, is_itself);
        }
    }

    /// Notes that `next` takes the place of this world: what it no longer holds need not be analysed.
    pub fn supersede(&self, next: &World) {
        for (uri, document) in &self.documents {
            if next.documents.get(uri).is_none_or(|now| !now.is_same_revision(document)) {
                document.supersede();
            }
        }
    }
}

/// A consistent view of the world for one request.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The world at the time of the request.
    pub world: Arc<World>,
    /// Set when the request is cancelled or its answer outdated.
    pub cancelled: Arc<AtomicBool>,
}

impl Snapshot {
    /// A view of `world` that nobody has cancelled.
    pub fn new(world: Arc<World>) -> Self {
        Self { world, cancelled: Arc::default() }
    }

    /// An open document.
    pub fn document(&self, uri: &str) -> Option<&Document> {
        self.world.documents.get(uri)
    }

    /// Asks whoever works on this snapshot to stop at the next [`check`](Self::check).
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Long work calls this between its steps and passes the error up.
    ///
    /// # Errors
    /// [`Cancelled`] once [`cancel`](Self::cancel) was called on this snapshot or a clone of it.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.cancelled.load(Ordering::Relaxed) { Err(Cancelled) } else { Ok(()) }
    }
}

/// The request was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_reaches_every_clone() {
        let snapshot = Snapshot::new(Arc::default());
        let worker = snapshot.clone();
        assert_eq!(worker.check(), Ok(()));
        snapshot.cancel();
        assert_eq!(worker.check(), Err(Cancelled));
    }

    #[test]
    fn an_edit_of_a_document_that_is_not_open_is_refused() {
        let mut world = World::default();
        assert!(!world.edit("file:///a.cu", 1, vec![Change::Full(String::new())], Encoding::Utf16));
        assert!(world.documents.is_empty());
    }
}
