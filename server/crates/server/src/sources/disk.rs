//! What files and folders on disk hold, kept while they do not change.
//!
//! A file is as it was when its [`Identity`] is, and was settled when it was read; one that was written a moment before it
//! was read is read again and compared.

use std::{
    collections::{BTreeSet, HashMap},
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
    time::SystemTime,
};

use layoutlens_disk::{Contents, Identity, Refusal};
use layoutlens_syntax::{Language, program::Program};
use layoutlens_world::{Fingerprint, Header, fingerprint};

use super::kind::Kind;

/// Longer files are not read; shorter ones than these are not parsed with others, but looked through.
pub(super) const MOST_BYTES: u64 = 4 << 20;

/// With more code than this, in bytes of its text, all is forgotten: a terminal may read a whole disk, and code takes
/// many times the memory of its text.
const MOST_KEPT_BYTES: usize = 12 << 20;

/// The most entries of one folder that are looked at.
pub(super) const MOST_ENTRIES: usize = 32 * 1024;

/// With more files and folders than this, all are forgotten.
const MOST_KEPT: usize = 64 * 1024;

/// The words of a file's text that others look for.
pub(super) type Words = BTreeSet<String>;

/// What is known of the disk.
#[derive(Debug, Default)]
pub(super) struct Disk {
    kept: Mutex<Kept>,
    /// What is at paths, where nobody changes a file as long as this is there: what was read once is not looked at again.
    still: Option<Still>,
}

/// What was found at paths, once and for all.
#[derive(Debug, Default)]
struct Still {
    kinds: Mutex<HashMap<PathBuf, Kind>>,
    identities: Mutex<HashMap<PathBuf, Result<Identity, Refusal>>>,
}

#[derive(Debug, Default)]
struct Kept {
    files: HashMap<PathBuf, Known<Arc<Content>>>,
    folders: HashMap<PathBuf, Known<Arc<[Entry]>>>,
    /// The lengths of all files whose code is kept.
    code_bytes: usize,
}

/// What was found at a path, and when that can be told again.
#[derive(Debug, Clone)]
struct Known<T> {
    identity: Identity,
    is_settled: bool,
    value: T,
}

/// What a file holds.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) fingerprint: Fingerprint,
    program: OnceLock<Arc<Program>>,
    included: OnceLock<Arc<Words>>,
    imported: OnceLock<Arc<Words>>,
    named: OnceLock<Arc<Words>>,
    header: OnceLock<Arc<Header>>,
}

/// Something in a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) kind: EntryKind,
}

/// What is in a folder under a name, links not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EntryKind {
    File,
    Folder,
    Link,
    Other,
}

impl Disk {
    /// A disk on which nobody changes a file as long as this is there.
    pub(super) fn still() -> Self {
        Self { still: Some(Still::default()), ..Self::default() }
    }

    /// What is at a path, which `look` tells.
    pub(super) fn kind(&self, path: &Path, look: impl FnOnce() -> Kind) -> Kind {
        match &self.still {
            Some(still) => once(&still.kinds, path, look),
            None => look(),
        }
    }

    /// The state of the regular file at a path.
    pub(super) fn identity(&self, path: &Path) -> Result<Identity, Refusal> {
        match &self.still {
            Some(still) => once(&still.identities, path, || layoutlens_disk::identity(path)),
            None => layoutlens_disk::identity(path),
        }
    }

    /// What the file at a path, which is in the state `now`, holds; why not, when it cannot be read, or is longer than others are read with.
    pub(super) fn content(&self, path: &Path, now: &Identity) -> Result<Arc<Content>, Refusal> {
        self.load(path, now).map(|(content, _)| content)
    }

    /// The code of a file.
    pub(super) fn program(
        &self,
        path: &Path,
        now: &Identity,
        language: Language,
    ) -> Result<(Arc<Content>, Arc<Program>), Refusal> {
        let read = |text: &str| {
            let (_, tree) = layoutlens_syntax::parse(language, text, None);
            Arc::new(layoutlens_syntax::read_program(language, text, &tree))
        };
        let (content, is_new, program) = self.derived(path, now, |content| &content.program, read)?;
        if is_new {
            self.lock().count_code(&content);
        }
        Ok((content, program))
    }

    /// What a C++ file is for plain kernels that include it.
    pub(super) fn header(&self, path: &Path, now: &Identity) -> Result<(Arc<Content>, Arc<Header>), Refusal> {
        let read = |text: &str| Arc::new(Header::new(text.into()));
        let (content, is_new, header) = self.derived(path, now, |content| &content.header, read)?;
        if is_new {
            self.lock().count_code(&content);
        }
        Ok((content, header))
    }

    /// The last parts of the paths that a C++ file includes.
    pub(super) fn included(
        &self,
        path: &Path,
        now: &Identity,
        read: impl Fn(&str) -> Words,
    ) -> Result<Arc<Words>, Refusal> {
        Ok(self.derived(path, now, |content| &content.included, |text| Arc::new(read(text)))?.2)
    }

    /// The words of a Python file's imports.
    pub(super) fn imported(
        &self,
        path: &Path,
        now: &Identity,
        read: impl Fn(&str) -> Words,
    ) -> Result<Arc<Words>, Refusal> {
        Ok(self.derived(path, now, |content| &content.imported, |text| Arc::new(read(text)))?.2)
    }

    /// What a C++ file names.
    pub(super) fn named(
        &self,
        path: &Path,
        now: &Identity,
        read: impl Fn(&str) -> Words,
    ) -> Result<Arc<Words>, Refusal> {
        Ok(self.derived(path, now, |content| &content.named, |text| Arc::new(read(text)))?.2)
    }

    /// What is in a folder, by name; `None` where the system does not tell all of it.
    pub(super) fn entries(&self, folder: &Path) -> Option<Arc<[Entry]>> {
        let known = self.lock().folders.get(folder).cloned();
        if let Some(known) = known.as_ref().filter(|_| self.still.is_some()) {
            return Some(Arc::clone(&known.value));
        }
        let now = SystemTime::now();
        let metadata = fs::metadata(folder).ok().filter(fs::Metadata::is_dir)?;
        let identity = Identity::of(&metadata);
        if let Some(known) = known.as_ref().filter(|known| known.is_settled && known.identity == identity) {
            return Some(Arc::clone(&known.value));
        }
        let listed = fs::read_dir(folder).ok()?.take(MOST_ENTRIES).map(|listed| entry(&listed?));
        let mut entries: Vec<Entry> = listed.collect::<io::Result<_>>().ok()?;
        entries.sort();
        let value = match known {
            Some(known) if *known.value == *entries => known.value,
            _ => entries.into(),
        };
        let is_settled = identity.is_settled(now);
        let known = Known { identity, is_settled, value: Arc::clone(&value) };
        let mut kept = self.lock();
        kept.make_room();
        kept.folders.insert(folder.to_owned(), known);
        Some(value)
    }

    /// What is made of a file's text, once; and whether that was now.
    fn derived<T: Clone>(
        &self,
        path: &Path,
        now: &Identity,
        slot: impl Fn(&Content) -> &OnceLock<T>,
        read: impl Fn(&str) -> T,
    ) -> Result<(Arc<Content>, bool, T), Refusal> {
        let (mut content, text) = self.load(path, now)?;
        if let Some(known) = slot(&content).get() {
            let known = known.clone();
            return Ok((content, false, known));
        }
        let text = match text {
            Some(text) => text,
            None => {
                let read = self.read(path)?;
                content = read.0;
                read.1
            }
        };
        let mut is_new = false;
        let value = slot(&content).get_or_init(|| {
            is_new = true;
            read(&text)
        });
        let value = value.clone();
        Ok((content, is_new, value))
    }

    /// What a file holds, and its text where that had to be read.
    fn load(&self, path: &Path, now: &Identity) -> Result<(Arc<Content>, Option<String>), Refusal> {
        let known = self.lock().files.get(path).cloned();
        let is_same = |known: &Known<_>| self.still.is_some() || known.is_settled && known.identity == *now;
        if let Some(known) = known.filter(is_same) {
            return Ok((known.value, None));
        }
        self.read(path).map(|(content, text)| (content, Some(text)))
    }

    /// What a file holds, and its text.
    fn read(&self, path: &Path) -> Result<(Arc<Content>, String), Refusal> {
        let known = self.lock().files.get(path).cloned();
        let began = SystemTime::now();
        let Contents { bytes, identity } = layoutlens_disk::read(path, MOST_BYTES)?;
        let fingerprint = fingerprint(&bytes);
        let content = match known {
            Some(known) if known.value.fingerprint == fingerprint => known.value,
            _ => Arc::new(Content::new(fingerprint)),
        };
        let is_settled = identity.is_settled(began);
        let mut kept = self.lock();
        kept.make_room();
        kept.files.insert(path.to_owned(), Known { identity, is_settled, value: Arc::clone(&content) });
        drop(kept);
        Ok((content, String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Ignores poison: an entry is complete when it is put in.
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is known of a path, or `look` finds now. More than [`MOST_KEPT`] are forgotten.
fn once<T: Clone>(known: &Mutex<HashMap<PathBuf, T>>, path: &Path, look: impl FnOnce() -> T) -> T {
    // Ignores poison: an entry is complete when it is put in.
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lock().get(path) {
        return known.clone();
    }
    let found = look();
    let mut known = lock();
    if known.len() >= MOST_KEPT {
        known.clear();
    }
    known.insert(path.to_owned(), found.clone());
    found
}

impl Content {
    fn new(fingerprint: Fingerprint) -> Self {
        let (included, imported, named) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (program, header) = (OnceLock::new(), OnceLock::new());
        Self { fingerprint, program, included, imported, named, header }
    }

    fn length(&self) -> usize {
        usize::try_from(self.fingerprint.0).unwrap_or(usize::MAX)
    }
}

impl Kept {
    fn make_room(&mut self) {
        if self.files.len() + self.folders.len() >= MOST_KEPT {
            *self = Self::default();
        }
    }

    /// Code was read; what replaced other code still counts both, until all is forgotten.
    fn count_code(&mut self, content: &Content) {
        self.code_bytes = self.code_bytes.saturating_add(content.length());
        if self.code_bytes > MOST_KEPT_BYTES {
            *self = Self::default();
        }
    }
}

fn entry(entry: &fs::DirEntry) -> io::Result<Entry> {
    let kind = match entry.file_type()? {
        kind if kind.is_dir() => EntryKind::Folder,
        kind if kind.is_symlink() => EntryKind::Link,
        kind if kind.is_file() => EntryKind::File,
        _ => EntryKind::Other,
    };
    Ok(Entry { name: entry.file_name().to_string_lossy().into_owned(), kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(path: &Path) -> Identity {
        layoutlens_disk::identity(path).expect("a file")
    }

    fn content(disk: &Disk, path: &Path) -> Arc<Content> {
        disk.content(path, &now(path)).expect("a file")
    }

    fn write(path: &Path, text: &str) {
        fs::write(path, text).expect("a file");
    }

    #[test]
    fn a_file_that_was_written_with_the_same_length_and_time_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.py");
        write(&path, "x = 1\n");
        let time = fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
        let disk = Disk::default();
        let before = content(&disk, &path);
        assert!(Arc::ptr_eq(&before, &content(&disk, &path)), "nothing was written");
        write(&path, "x = 2\n");
        let file = fs::File::options().write(true).open(&path).expect("a file");
        file.set_modified(time).expect("a time");
        assert_ne!(content(&disk, &path).fingerprint, before.fingerprint);
    }

    #[test]
    fn code_is_kept_below_a_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.py");
        write(&path, "x = 1\n");
        let disk = Disk::default();
        let program = || disk.program(&path, &now(&path), Language::Python).expect("code").1;
        let first = program();
        assert!(Arc::ptr_eq(&first, &program()));
        disk.lock().count_code(&Content::new((MOST_KEPT_BYTES as u64, 0)));
        assert!(disk.lock().files.is_empty());
        assert!(!Arc::ptr_eq(&first, &program()));
    }

    #[test]
    fn what_is_in_a_folder_is_seen_again_when_it_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let disk = Disk::default();
        assert_eq!(disk.entries(folder.path()).as_deref(), Some(&[][..]));
        write(&folder.path().join("a.h"), "");
        let entries = disk.entries(folder.path()).expect("a folder");
        assert_eq!(*entries, [Entry { name: "a.h".into(), kind: EntryKind::File }]);
        assert!(disk.entries(&folder.path().join("a.h")).is_none());
    }
}
