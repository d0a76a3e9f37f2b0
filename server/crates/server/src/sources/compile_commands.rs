//! The include folders that a build names in `compile_commands.json`.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use layoutlens_disk::{Contents, Identity};
use serde::{
    Deserialize, Deserializer as _,
    de::{SeqAccess, Visitor},
};

use super::remarks::Remarks;

/// A longer file is not read. Those of large builds take some ten million bytes; reading takes 0.01 s a million.
const MOST_BYTES: u64 = 64 << 20;

/// The most include folders that are kept; what follows the last of them is not looked at.
const MOST_FOLDERS: usize = 64;

/// One command. Its texts are those of the file: nothing is copied that need not be.
#[derive(Debug, Deserialize)]
struct Entry<'f> {
    #[serde(borrow)]
    directory: Cow<'f, str>,
    #[serde(borrow, default)]
    command: Cow<'f, str>,
    #[serde(borrow, default)]
    arguments: Vec<Cow<'f, str>>,
}

/// The folders that builds name, kept while their files do not change.
#[derive(Debug, Default)]
pub(super) struct Builds {
    read: Mutex<HashMap<PathBuf, Named>>,
    remarks: Remarks,
}

/// The folders that one file names, and the state of it; none where it cannot be used.
#[derive(Debug, Clone)]
struct Named {
    identity: Identity,
    is_settled: bool,
    folders: Option<Arc<[PathBuf]>>,
}

impl Builds {
    /// Tells `remarks` what cannot be used.
    pub(super) fn telling(remarks: Remarks) -> Self {
        Self { remarks, ..Self::default() }
    }

    /// The folders behind `-I`, `-isystem` and their kin, in the order of the file; none when there is no such file.
    pub(super) fn include_folders(&self, workspace: &Path) -> Arc<[PathBuf]> {
        let places =
            [workspace.join("compile_commands.json"), workspace.join("build").join("compile_commands.json")];
        places.iter().find_map(|path| self.folders(path)).unwrap_or_default()
    }

    fn folders(&self, path: &Path) -> Option<Arc<[PathBuf]>> {
        let now = SystemTime::now();
        let identity = match layoutlens_disk::identity(path) {
            Ok(identity) => identity,
            Err(refusal) => {
                // A folder of that name may hold anything; it is no build's.
                if !refusal.is_absence() && !path.is_dir() {
                    self.remarks.add(path, &refusal.to_string());
                }
                return None;
            }
        };
        let known = lock(&self.read).get(path).cloned();
        if let Some(known) = known.filter(|known| known.is_settled && known.identity == identity) {
            return known.folders;
        }
        let Contents { bytes, identity } = match layoutlens_disk::read(path, MOST_BYTES) {
            Ok(contents) => contents,
            Err(refusal) => {
                self.remarks.add(path, &refusal.to_string());
                return None;
            }
        };
        let folders: Option<Arc<[PathBuf]>> = match in_text(&bytes) {
            Ok(folders) => Some(folders.into()),
            Err(error) => {
                self.remarks.add(path, &format!("no list of commands: {error}"));
                None
            }
        };
        let is_settled = identity.is_settled(now);
        lock(&self.read).insert(path.to_owned(), Named { identity, is_settled, folders: folders.clone() });
        folders
    }
}

/// Ignores poison: an entry is complete when it is put in.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn in_text(text: &[u8]) -> Result<Vec<PathBuf>, serde_json::Error> {
    let mut found = Found::default();
    let read = serde_json::Deserializer::from_slice(text).deserialize_seq(&mut found);
    // What stands behind the last folder that is kept is not read, be it right or wrong.
    if found.is_full() { Ok(found.folders) } else { read.map(|()| found.folders) }
}

/// The folders so far, one command after another: never all commands at once.
#[derive(Debug, Default)]
struct Found {
    folders: Vec<PathBuf>,
    /// The directory of the command before, and what it has included: commands of a build repeat each other.
    directory: String,
    included: HashSet<Box<str>>,
}

impl Found {
    fn is_full(&self) -> bool {
        self.folders.len() >= MOST_FOLDERS
    }

    fn add(&mut self, entry: &Entry<'_>) {
        if self.directory != entry.directory {
            self.directory = entry.directory.clone().into_owned();
            self.included.clear();
        }
        if entry.arguments.is_empty() {
            self.add_words(entry.command.split_whitespace());
        } else {
            self.add_words(entry.arguments.iter().map(|argument| &**argument));
        }
    }

    fn add_words<'w>(&mut self, words: impl Iterator<Item = &'w str>) {
        each_folder(words, |folder| {
            if !self.included.contains(folder) {
                self.included.insert(folder.into());
                let folder = Path::new(&self.directory).join(folder);
                if !self.is_full() && !self.folders.contains(&folder) {
                    self.folders.push(folder);
                }
            }
            !self.is_full()
        });
    }
}

impl<'f> Visitor<'f> for &mut Found {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of commands")
    }

    fn visit_seq<A: SeqAccess<'f>>(self, mut commands: A) -> Result<(), A::Error> {
        while !self.is_full()
            && let Some(entry) = commands.next_element::<Entry<'f>>()?
        {
            self.add(&entry);
        }
        Ok(())
    }
}

/// `-Ifolder`, `-I folder`, `-isystem folder`, `-isystem=folder`, `--include-path=folder`, as long as `goes_on`.
fn each_folder<'w>(mut words: impl Iterator<Item = &'w str>, mut goes_on: impl FnMut(&'w str) -> bool) {
    const FLAGS: [&str; 3] = ["-isystem", "--include-path", "-I"];
    while let Some(word) = words.next() {
        let Some(rest) = FLAGS.iter().find_map(|flag| word.strip_prefix(flag)) else { continue };
        let folder = match rest.trim_start_matches('=') {
            "" => words.next(),
            folder => Some(folder),
        };
        if folder.is_some_and(|folder| !goes_on(folder.trim_matches(['"', '\'']))) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn include_folders_are_behind_their_flags() {
        let words = ["nvcc", "-Ia", "-I", "b", "-isystem=c", "-isystem", "\"d\"", "-Werror", "x.cu"];
        let mut folders = Vec::new();
        each_folder(words.into_iter(), |folder| {
            folders.push(folder);
            true
        });
        assert_eq!(folders, ["a", "b", "c", "d"]);
    }

    #[test]
    fn folders_of_all_commands_are_found_once_each() {
        let text = br#"[{"directory": "/b", "command": "nvcc -Ia -I/c x.cu", "file": "x.cu", "other": [1]},
            {"directory": "/d", "arguments": ["nvcc", "-Ia", "-I", "/c\u0041"]}, {"directory": "/b", "command": "-Ia"}]"#;
        let folders = in_text(text).expect("commands");
        assert_eq!(folders, ["/b/a", "/c", "/d/a", "/cA"].map(PathBuf::from));
    }

    #[test]
    fn what_is_no_list_of_commands_is_refused_with_its_place() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("compile_commands.json"), "[{\"directory\": 1}]").expect("a file");
        let remarks = Remarks::default();
        assert!(Builds::telling(remarks.clone()).include_folders(folder.path()).is_empty());
        let said = remarks.take();
        assert!(matches!(&said[..], [why] if why.contains("line 1")), "{said:?}");
    }

    #[test]
    fn after_the_last_folder_that_is_kept_nothing_is_read() {
        let flags: String = (0..2 * MOST_FOLDERS).map(|number| format!("-I{number} ")).collect();
        let text = format!("[{{\"directory\": \"/\", \"command\": \"{flags}\"}}, broken");
        assert_eq!(in_text(text.as_bytes()).expect("enough").len(), MOST_FOLDERS);
    }
}
