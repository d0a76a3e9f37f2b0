//! The include folders that a build names in `compile_commands.json`.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use layoutlens_disk::{Contents, Identity};
use serde::Deserialize;

/// A longer file is not read.
const MOST_BYTES: u64 = 64 << 20;

/// The most include folders that are kept.
const MOST_FOLDERS: usize = 64;

#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    #[serde(default)]
    command: String,
    #[serde(default)]
    arguments: Vec<String>,
}

/// The folders that builds name, kept while their files do not change.
#[derive(Debug, Default)]
pub(super) struct Builds {
    read: Mutex<HashMap<PathBuf, Named>>,
}

/// The folders that one file names, and the state of it.
#[derive(Debug, Clone)]
struct Named {
    identity: Identity,
    is_settled: bool,
    folders: Arc<[PathBuf]>,
}

impl Builds {
    /// The folders behind `-I`, `-isystem` and their kin, in the order of the file; none when there is no such file.
    pub(super) fn include_folders(&self, workspace: &Path) -> Arc<[PathBuf]> {
        let places =
            [workspace.join("compile_commands.json"), workspace.join("build").join("compile_commands.json")];
        places.iter().find_map(|path| self.folders(path)).unwrap_or_default()
    }

    fn folders(&self, path: &Path) -> Option<Arc<[PathBuf]>> {
        let now = SystemTime::now();
        let identity = layoutlens_disk::identity(path).ok()?;
        let known = lock(&self.read).get(path).cloned();
        if let Some(known) = known.filter(|known| known.is_settled && known.identity == identity) {
            return Some(known.folders);
        }
        let Contents { bytes, identity } = layoutlens_disk::read(path, MOST_BYTES).ok()?;
        let folders: Arc<[PathBuf]> = named(serde_json::from_slice(&bytes).ok()?).into();
        let is_settled = identity.is_settled(now);
        lock(&self.read)
            .insert(path.to_owned(), Named { identity, is_settled, folders: Arc::clone(&folders) });
        Some(folders)
    }
}

/// Ignores poison: an entry is complete when it is put in.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn named(entries: Vec<Entry>) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let words: Vec<&str> = match entry.arguments.as_slice() {
            [] => entry.command.split_whitespace().collect(),
            arguments => arguments.iter().map(String::as_str).collect(),
        };
        for folder in of_words(&words) {
            let folder = entry.directory.join(folder);
            if folders.len() < MOST_FOLDERS && !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    folders
}

/// `-Ifolder`, `-I folder`, `-isystem folder`, `-isystem=folder`, `--include-path=folder`.
fn of_words<'a>(words: &[&'a str]) -> Vec<&'a str> {
    const FLAGS: [&str; 3] = ["-isystem", "--include-path", "-I"];
    let mut folders = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(rest) = FLAGS.iter().find_map(|flag| word.strip_prefix(flag)) else { continue };
        let folder = match rest.trim_start_matches('=') {
            "" => words.next().copied(),
            folder => Some(folder),
        };
        folders.extend(folder.map(|folder| folder.trim_matches(['"', '\''])));
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::of_words;

    #[test]
    fn include_folders_are_behind_their_flags() {
        let words = ["nvcc", "-Ia", "-I", "b", "-isystem=c", "-isystem", "\"d\"", "-Werror", "x.cu"];
        assert_eq!(of_words(&words), ["a", "b", "c", "d"]);
    }
}
