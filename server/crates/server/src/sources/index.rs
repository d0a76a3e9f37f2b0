//! Files by the names that they include or import.
//!
//! An editor asks for one file at a time, of files that change. A check asks for each of thousands, and would look through
//! all others every time: it looks once.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use super::disk::Words;

/// Files, in order, by the names in their includes or imports.
#[derive(Debug, Default)]
pub(super) struct Index {
    by_name: HashMap<String, Vec<PathBuf>>,
    /// Whether the limits left none out, and the names of each are known.
    pub(super) are_all: bool,
}

impl Index {
    /// Of these files, as far as their names are known.
    pub(super) fn new(
        files: &[PathBuf],
        are_all: bool,
        names_of: impl Fn(&Path) -> Option<Arc<Words>>,
    ) -> Self {
        let mut by_name: HashMap<String, Vec<PathBuf>> = HashMap::new();
        let mut are_all = are_all;
        for file in files {
            // One that cannot be read, or not any more, may include or import anything.
            let Some(names) = names_of(file) else {
                are_all = false;
                continue;
            };
            for name in names.iter() {
                by_name.entry(name.clone()).or_default().push(file.clone());
            }
        }
        Self { by_name, are_all }
    }

    /// The files that have a name, in order.
    pub(super) fn naming(&self, name: &str) -> &[PathBuf] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }
}

/// A folder, and how deep it is looked into.
type Below = (PathBuf, usize);

/// The indices of folders, where nobody changes a file as long as this is there; nothing elsewhere.
#[derive(Debug, Default)]
pub(super) struct Indices {
    is_still: bool,
    known: Mutex<HashMap<Below, Option<Arc<Index>>>>,
}

impl Indices {
    /// For files that nobody changes as long as it is there.
    pub(super) fn still() -> Self {
        Self { is_still: true, ..Self::default() }
    }

    /// The index of the files below a folder, at most so deep, that `find` finds at the first time.
    pub(super) fn of(
        &self,
        folder: &Path,
        depth: usize,
        find: impl FnOnce() -> Option<Index>,
    ) -> Option<Arc<Index>> {
        if !self.is_still {
            return None;
        }
        // Ignores poison: an index is complete when it is put in. Who else asks waits: all files of a check ask at once.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((folder.to_owned(), depth)).or_insert_with(|| find().map(Arc::new)).clone()
    }
}
