//! Files that were read, kept while they do not change on disk.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use layoutlens_eval::host::HostFile;
use layoutlens_syntax::Language;
use layoutlens_world::Source;

/// Longer files are not read with others.
const MOST_BYTES: u64 = 1 << 20;

/// With more files than this, all are forgotten: a terminal may read a whole disk.
const MOST_FILES: usize = 4096;

/// What was read, by path.
#[derive(Debug, Default)]
pub(super) struct Cache {
    read: Mutex<HashMap<PathBuf, Read>>,
}

#[derive(Debug)]
struct Read {
    stamp: Stamp,
    source: Arc<Source>,
}

/// By what a file on disk is known to be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Cache {
    /// The code of the file at `path`; `None` when it cannot be read.
    pub(super) fn read(&self, path: &Path, name: impl Fn(&Path) -> String) -> Option<Arc<Source>> {
        let metadata = fs::metadata(path).ok().filter(|metadata| metadata.is_file())?;
        let stamp = Stamp { length: metadata.len(), modified: metadata.modified().ok() };
        if stamp.length > MOST_BYTES {
            return None;
        }
        if let Some(read) = self.lock().get(path)
            && read.stamp == stamp
        {
            return Some(Arc::clone(&read.source));
        }
        let source = Arc::new(parse(path, name(path))?);
        let mut files = self.lock();
        if files.len() >= MOST_FILES {
            files.clear();
        }
        files.insert(path.to_owned(), Read { stamp, source: Arc::clone(&source) });
        Some(source)
    }

    /// Ignores poison: an entry is complete when it is put in.
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<PathBuf, Read>> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn parse(path: &Path, name: String) -> Option<Source> {
    let language = Language::from_path(path)?;
    let text = String::from_utf8_lossy(&fs::read(path).ok()?).into_owned();
    let (_, tree) = layoutlens_syntax::parse(language, &text, None);
    let program = Arc::new(layoutlens_syntax::read_program(language, &text, &tree));
    Some(Source { path: path.to_owned(), length: text.len(), file: HostFile { name, language, program } })
}
