//! The files that a document includes or imports.

use std::{collections::HashSet, fmt, path::Path, path::PathBuf, sync::Arc};

use layoutlens_access::Header;
use layoutlens_eval::host::{HeaderPrograms, HostFile};
use layoutlens_syntax::{
    Language,
    program::{Import, Program},
};

use crate::{OpenFiles, Text, units::units};

/// The most files that one document is read with.
const MOST_FILES: usize = 64;

/// The most bytes of source that one document is read with, itself not counted.
const MOST_BYTES: usize = 2 << 20;

/// The most files that plain kernels are read with.
const MOST_HEADERS: usize = 200;

/// Bytes that all of them may have together.
const MOST_HEADER_BYTES: usize = 4 << 20;

/// The stack of a thread that reads a text: as large as that of who asks for it.
const STACK_BYTES: usize = 8 << 20;

/// The files around documents.
pub trait Workspace: fmt::Debug + Send + Sync {
    /// A look at the files as they are now, for the document at a path. Open documents stand for their files.
    fn look(self: Arc<Self>, from: &Path, open: &OpenFiles) -> Box<dyn Sources>;
}

/// Finds and reads the files that code includes or imports, and notes all that it looks at. What it cannot find is no
/// mistake: code is read without.
pub trait Sources {
    /// The document's path, by which others include it.
    fn here(&self) -> PathBuf;

    /// The name by which files of the language import the one at `path`: `package.module` in Python, a path in C++.
    fn name(&self, language: Language, path: &Path) -> String;

    /// The files that `import` means in the file at `from`, in the order in which they are looked up.
    fn find(&self, language: Language, from: &Path, import: &Import) -> Vec<Arc<Source>>;

    /// The file that `include`, as written, `"a.h"` or `<a.h>`, means in the C++ file at `from`, as plain kernels see it.
    fn header(&self, from: &Path, include: &str) -> Option<(PathBuf, Arc<Header>)>;

    /// Files that import the one at `path`: what they call there says what it is given. There may be more of them.
    fn importers(&self, language: Language, path: &Path) -> Vec<Arc<Source>>;

    /// C++ programs that may include the header at `path`.
    fn programs(&self, path: &Path) -> Programs;

    /// Told of the first file that is there and not read with the document, for those before it are as many, or as long
    /// together, as are read.
    fn left_out(&self, path: &Path);

    /// All that was looked at, and what was found.
    fn seen(self: Box<Self>) -> Arc<dyn Seen>;
}

/// What a look at files found: files that are there and files that are not, what they hold, what folders hold.
pub trait Seen: fmt::Debug + Send + Sync {
    /// Whether another look, with these documents open, finds the same.
    fn holds(&self, open: &OpenFiles) -> bool;

    /// What another look finds with these documents open, of which the one at `path` has another text that is the same
    /// code; `None` when anything else differs.
    fn with_same_code(&self, open: &OpenFiles, path: &Path) -> Option<Arc<dyn Seen>>;

    /// Whether the text of the open document at this path was a part of what was found.
    fn depends_on(&self, path: &Path) -> bool;
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
    /// The files around it.
    pub workspace: Arc<dyn Workspace>,
}

/// A document's file and those that are read with it.
#[derive(Debug)]
pub(crate) struct Reading {
    /// The document's first; then those that it includes or imports, directly or through others, nearest first; then
    /// those that import it, with what they import themselves.
    pub(crate) files: Vec<HostFile>,
    pub(crate) units: HeaderPrograms,
    /// What plain kernels of the document are read with.
    pub(crate) headers: Arc<[Arc<Header>]>,
    pub(crate) seen: Arc<dyn Seen>,
}

impl Whereabouts {
    /// Reads the files around the document with this text.
    pub(crate) fn read(&self, text: &Text, open: &OpenFiles) -> Reading {
        let sources = Arc::clone(&self.workspace).look(&self.path, open);
        let path = sources.here();
        let (language, name) = (text.language(), sources.name(text.language(), &path));
        // What has a say in which programs there are is the path alone: the text is read meanwhile.
        let programs = (language == Language::Cuda).then(|| {
            std::thread::scope(|threads| {
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                // Without a thread it is read when it is asked for.
                let _ = thread.spawn_scoped(threads, || drop(text.program()));
                sources.programs(&path)
            })
        });
        let main = HostFile { name, language, program: text.program() };
        let units = programs.map(|found| units(&*sources, &path, &main, found)).unwrap_or_default();
        let files = std::iter::once(main.clone()).chain(imported(&*sources, &path, &main)).collect();
        let headers = headers(&*sources, &path, text.as_str());
        Reading { files, units, headers, seen: sources.seen() }
    }

    /// Reads what the plain kernels of a text are read with.
    pub(crate) fn headers(&self, text: &str, open: &OpenFiles) -> (Arc<[Arc<Header>]>, Arc<dyn Seen>) {
        let sources = Arc::clone(&self.workspace).look(&self.path, open);
        let found = headers(&*sources, &sources.here(), text);
        (found, sources.seen())
    }
}

/// The files that a text with plain kernels includes, itself or through others, nearest first; none for one without.
fn headers(sources: &dyn Sources, path: &Path, text: &str) -> Arc<[Arc<Header>]> {
    if !layoutlens_access::may_have_kernels(text) {
        return Arc::default();
    }
    let mut seen = HashSet::from([path.to_owned()]);
    let mut found: Vec<(PathBuf, Arc<Header>)> = Vec::new();
    let mut bytes = 0_usize;
    let mut follow = |from: &Path, include: &str, found: &mut Vec<(PathBuf, Arc<Header>)>| {
        let Some((path, header)) = sources.header(from, include) else { return };
        if seen.contains(&path) {
            return;
        }
        if found.len() >= MOST_HEADERS || bytes + header.length() > MOST_HEADER_BYTES {
            return sources.left_out(&path);
        }
        bytes += header.length();
        seen.insert(path.clone());
        found.push((path, header));
    };
    for include in layoutlens_access::included(text) {
        follow(path, include, &mut found);
    }
    let mut followed = 0;
    while let Some((from, header)) = found.get(followed).cloned() {
        followed += 1;
        for include in header.includes() {
            follow(&from, include, &mut found);
        }
    }
    found.into_iter().map(|(_, header)| header).collect()
}

fn imported(sources: &dyn Sources, path: &Path, main: &HostFile) -> Vec<HostFile> {
    let mut gathered = Gathered { seen: HashSet::from([path.to_owned()]), ..Gathered::default() };
    gathered.follow(sources, main.language, path, &main.program);
    gathered.follow_found(sources, main.language);
    for source in sources.importers(main.language, path) {
        gathered.add(sources, source);
    }
    gathered.follow_found(sources, main.language);
    gathered.found.into_iter().map(|source| source.file.clone()).collect()
}

/// The files that are read with a document, so far.
#[derive(Debug, Default)]
struct Gathered {
    found: Vec<Arc<Source>>,
    seen: HashSet<PathBuf>,
    bytes: usize,
    /// How many of the found files were followed.
    followed: usize,
    is_cut: bool,
}

impl Gathered {
    fn add(&mut self, sources: &dyn Sources, source: Arc<Source>) {
        if self.seen.contains(&source.path) {
            return;
        }
        if self.found.len() >= MOST_FILES || self.bytes + source.length > MOST_BYTES {
            if !std::mem::replace(&mut self.is_cut, true) {
                sources.left_out(&source.path);
            }
            return;
        }
        self.seen.insert(source.path.clone());
        self.bytes += source.length;
        self.found.push(source);
    }

    /// Adds what the program at a path imports.
    fn follow(&mut self, sources: &dyn Sources, language: Language, path: &Path, program: &Program) {
        for import in &program.imports {
            sources.find(language, path, import).into_iter().for_each(|source| self.add(sources, source));
        }
    }

    fn follow_found(&mut self, sources: &dyn Sources, language: Language) {
        while let Some(source) = self.found.get(self.followed).map(Arc::clone) {
            self.followed += 1;
            self.follow(sources, language, &source.path, &source.file.program);
        }
    }
}
