//! The files that a document includes or imports.

use std::{collections::HashSet, fmt, path::Path, path::PathBuf, sync::Arc};

use layoutlens_eval::host::HostFile;
use layoutlens_syntax::{Language, program::Import};

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
    /// The files that `file` at this place includes or imports, directly or through others, nearest first.
    pub(crate) fn imported(&self, file: &HostFile) -> Vec<HostFile> {
        let mut found: Vec<Arc<Source>> = Vec::new();
        let mut seen = HashSet::from([self.path.clone()]);
        let mut bytes = 0;
        let mut next = 0;
        let mut reader = (self.path.clone(), Arc::clone(&file.program));
        loop {
            for import in &reader.1.imports {
                for source in self.sources.find(file.language, &reader.0, import) {
                    let fits = found.len() < MOST_FILES && bytes + source.length <= MOST_BYTES;
                    if fits && seen.insert(source.path.clone()) {
                        bytes += source.length;
                        found.push(source);
                    }
                }
            }
            let Some(source) = found.get(next) else { break };
            reader = (source.path.clone(), Arc::clone(&source.file.program));
            next += 1;
        }
        found.into_iter().map(|source| source.file.clone()).collect()
    }
}
