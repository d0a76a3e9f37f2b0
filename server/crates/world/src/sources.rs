//! The files that a document includes or imports.

use std::{collections::HashSet, fmt, path::Path, path::PathBuf, sync::Arc};

use layoutlens_eval::host::HostFile;
use layoutlens_syntax::{
    Language,
    program::{Import, Program},
};

/// The most files that one document is read with.
const MOST_FILES: usize = 64;

/// The most bytes of source that one document is read with, itself not counted.
const MOST_BYTES: usize = 2 << 20;

/// Finds and reads the files that code includes or imports. What it cannot find is no mistake: code is read without.
pub trait Sources: fmt::Debug + Send + Sync {
    /// The name by which files of the language import the one at `path`: `package.module` in Python, a path in C++.
    fn name(&self, language: Language, path: &Path) -> String;

    /// The files that `import` means in the file at `from`, in the order in which they are looked up.
    fn find(&self, language: Language, from: &Path, import: &Import) -> Vec<Arc<Source>>;

    /// Files that import the one at `path`: what they call there says what it is given. There may be more of them.
    fn importers(&self, language: Language, path: &Path) -> Vec<Arc<Source>>;

    /// C++ programs that may include the header at `path`.
    fn programs(&self, path: &Path) -> Programs;
}

/// C++ programs that may include a header.
#[derive(Debug, Clone)]
pub struct Programs {
    /// Their own files: some of them, where there are many.
    pub sources: Vec<Arc<Source>>,
    /// Whether these are all that were found.
    pub are_all: bool,
}

/// A file that another one includes or imports.
#[derive(Debug, Clone)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// How long its text is, in bytes.
    pub length: usize,
    /// Its code.
    pub file: HostFile,
}

/// Where a document is, and how what it imports is found.
#[derive(Debug, Clone)]
pub struct Whereabouts {
    /// The document's path.
    pub path: PathBuf,
    /// Finds other files.
    pub sources: Arc<dyn Sources>,
}

impl Whereabouts {
    /// The files that `file` at this place includes or imports, directly or through others, nearest first; then those
    /// that import it, with what they import themselves.
    pub(crate) fn imported(&self, file: &HostFile) -> Vec<HostFile> {
        let mut reading = Reading { seen: HashSet::from([self.path.clone()]), ..Reading::default() };
        reading.follow(self, file.language, &self.path, &file.program);
        reading.follow_found(self, file.language);
        for source in self.sources.importers(file.language, &self.path) {
            reading.add(source);
        }
        reading.follow_found(self, file.language);
        reading.found.into_iter().map(|source| source.file.clone()).collect()
    }
}

/// The files that are read with a document, so far.
#[derive(Debug, Default)]
struct Reading {
    found: Vec<Arc<Source>>,
    seen: HashSet<PathBuf>,
    bytes: usize,
    /// How many of the found files were followed.
    followed: usize,
}

impl Reading {
    fn add(&mut self, source: Arc<Source>) {
        let fits = self.found.len() < MOST_FILES && self.bytes + source.length <= MOST_BYTES;
        if fits && self.seen.insert(source.path.clone()) {
            self.bytes += source.length;
            self.found.push(source);
        }
    }

    /// Adds what the program at a path imports.
    fn follow(&mut self, place: &Whereabouts, language: Language, path: &Path, program: &Program) {
        for import in &program.imports {
            place.sources.find(language, path, import).into_iter().for_each(|source| self.add(source));
        }
    }

    fn follow_found(&mut self, place: &Whereabouts, language: Language) {
        while let Some(source) = self.found.get(self.followed).map(Arc::clone) {
            self.followed += 1;
            self.follow(place, language, &source.path, &source.file.program);
        }
    }
}
