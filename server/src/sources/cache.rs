//! Files that were read, kept while they do not change on disk.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use layoutlens_disk::Identity;
use layoutlens_eval::host::HostFile;
use layoutlens_syntax::Language;
use layoutlens_world::Source;

/// Longer files are not read with others.
const MOST_BYTES: u64 = 1 << 20;

/// With more source than this, all is forgotten: a terminal may read a whole disk, and code takes many times the memory
/// of its text.
const MOST_KEPT_BYTES: usize = 12 << 20;

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Cache {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    by_path: HashMap<PathBuf, Read>,
    /// The lengths of all of them together.
    bytes: usize,
}

#[derive(Debug)]
struct Read {
    identity: Identity,
    source: Arc<Source>,
}

impl Cache {
    /// The code of the file at `path`; `None` when it cannot be read.
    pub(super) fn read(&self, path: &Path, name: impl Fn(&Path) -> String) -> Option<Arc<Source>> {
        let now = layoutlens_disk::identity(path).ok()?;
        if let Some(read) = self.lock().by_path.get(path)
            && read.identity == now
        {
            return Some(Arc::clone(&read.source));
        }
        let contents = layoutlens_disk::read(path, MOST_BYTES).ok()?;
        let source = Arc::new(parse(path, name(path), &contents.bytes)?);
        let read = Read { identity: contents.identity, source: Arc::clone(&source) };
        self.lock().keep(path, read, MOST_KEPT_BYTES);
        Some(source)
    }

    /// Ignores poison: an entry is complete when it is put in.
    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn keep(&mut self, path: &Path, read: Read, most_bytes: usize) {
        if self.bytes + read.source.length > most_bytes {
            *self = Self::default();
        }
        self.bytes += read.source.length;
        if let Some(before) = self.by_path.insert(path.to_owned(), read) {
            self.bytes -= before.source.length;
        }
    }
}

fn parse(path: &Path, name: String, bytes: &[u8]) -> Option<Source> {
    let language = Language::from_path(path)?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    let (_, tree) = layoutlens_syntax::parse(language, &text, None);
    let program = Arc::new(layoutlens_syntax::read_program(language, &text, &tree));
    Some(Source { path: path.to_owned(), length: text.len(), file: HostFile { name, language, program } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_stays_below_its_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut kept = Kept::default();
        for (name, code) in
            [("a.py", "x = 1\n"), ("b.py", "y = 2\n"), ("b.py", "y = 22\n"), ("c.py", "z = 3\n")]
        {
            let path = folder.path().join(name);
            std::fs::write(&path, code).expect("a file");
            let contents = layoutlens_disk::read(&path, 100).expect("a file");
            let source = Arc::new(parse(&path, name.to_owned(), &contents.bytes).expect("code"));
            kept.keep(&path, Read { identity: contents.identity, source }, 12);
        }
        let names: Vec<_> = kept.by_path.keys().filter_map(|path| path.file_name()).collect();
        assert_eq!((names, kept.bytes), (vec![std::ffi::OsStr::new("c.py")], 6));
    }
}
