//! The text of a document, and what is lazily read from it alone. Documents that include it share that.

use std::{
    hash::{DefaultHasher, Hasher},
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use layoutlens_access::{Header, Kept, Reading};
use layoutlens_syntax::{CodeTree, File, HostTree, Language, program::Program};
use ropey::Rope;

/// One state of a text.
#[derive(Debug)]
pub struct Text {
    language: Language,
    rope: Rope,
    ancestor: Ancestor,
    string: OnceLock<Arc<str>>,
    parsed: OnceLock<Parsed>,
    program: OnceLock<Arc<Program>>,
    fingerprint: OnceLock<Fingerprint>,
    header: OnceLock<Arc<Header>>,
    /// The tree that its plain kernels are read from.
    code_tree: OnceLock<Option<CodeTree>>,
    /// What its plain kernels left for the next text, once they were read.
    kernels: OnceLock<Kept>,
}

/// What earlier texts of a document left.
#[derive(Debug, Default)]
struct Ancestor {
    /// The tree of the nearest one that was parsed.
    tree: Option<HostTree>,
    /// What was kept of the nearest one whose plain kernels were read.
    kernels: Option<Kept>,
}

/// By what two texts are known to be equal: the length in bytes, and a hash.
pub type Fingerprint = (u64, u64);

/// What a text says.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) text: Arc<str>,
    pub(crate) file: Arc<File>,
    tree: HostTree,
}

/// What stands for a file on disk.
#[derive(Debug, Clone)]
pub struct OpenFile {
    /// Its path, as the editor names it.
    pub path: PathBuf,
    /// Its text; none when nobody knows it any longer.
    pub text: Option<Arc<Text>>,
}

/// The documents that stand for files on disk, in the order of their paths.
#[derive(Debug, Default)]
pub struct OpenFiles {
    /// One a path.
    pub files: Vec<OpenFile>,
}

impl Text {
    pub(crate) fn new(language: Language, rope: Rope) -> Self {
        Self::after(language, rope, Ancestor::default())
    }

    fn after(language: Language, rope: Rope, ancestor: Ancestor) -> Self {
        Self {
            language,
            rope,
            ancestor,
            string: OnceLock::new(),
            parsed: OnceLock::new(),
            program: OnceLock::new(),
            fingerprint: OnceLock::new(),
            header: OnceLock::new(),
            code_tree: OnceLock::new(),
            kernels: OnceLock::new(),
        }
    }

    /// The text that an edit has made of this one.
    pub(crate) fn edited(&self, rope: Rope) -> Self {
        Self::after(
            self.language,
            rope,
            Ancestor { tree: self.tree(), kernels: self.kept_kernels().cloned() },
        )
    }

    /// The host language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Its characters.
    pub fn rope(&self) -> &Rope {
        &self.rope
    }

    /// Its code, read once.
    pub fn program(&self) -> Arc<Program> {
        let read = || {
            let parsed = self.parsed();
            Arc::new(layoutlens_syntax::read_program(self.language, &parsed.text, &parsed.tree))
        };
        Arc::clone(self.program.get_or_init(read))
    }

    /// What it is for plain kernels that include it, read once.
    pub fn header(&self) -> Arc<Header> {
        Arc::clone(self.header.get_or_init(|| Arc::new(Header::new(Arc::clone(&self.parsed().text)))))
    }

    /// Equal for equal texts, and for no others as far as a hash tells.
    pub fn fingerprint(&self) -> Fingerprint {
        *self.fingerprint.get_or_init(|| fingerprint(self.parsed().text.as_bytes()))
    }

    /// The same characters, in one piece.
    pub fn as_str(&self) -> &str {
        &self.parsed().text
    }

    fn string(&self) -> &Arc<str> {
        self.string.get_or_init(|| self.rope.to_string().into())
    }

    pub(crate) fn parsed(&self) -> &Parsed {
        self.parsed.get_or_init(|| {
            let text = Arc::clone(self.string());
            let parse = || layoutlens_syntax::parse(self.language, &text, self.ancestor.tree.as_ref());
            // Whoever asked for the kernels of the text before asks for these: their tree is parsed meanwhile.
            let (file, tree) = match &self.ancestor.kernels {
                Some(_) => std::thread::scope(|threads| {
                    // Without a thread it is parsed when it is asked for.
                    let _ = std::thread::Builder::new().spawn_scoped(threads, || self.code_tree().is_some());
                    parse()
                }),
                None => parse(),
            };
            Parsed { text, file: Arc::new(file), tree }
        })
    }

    fn code_tree(&self) -> Option<&CodeTree> {
        let parse = || layoutlens_access::tree_after(self.string(), self.ancestor.kernels.as_ref());
        self.code_tree.get_or_init(parse).as_ref()
    }

    /// The tree of this text when somebody has parsed it, else of the one it descends from.
    pub(crate) fn tree(&self) -> Option<HostTree> {
        self.parsed.get().map(|parsed| parsed.tree.clone()).or_else(|| self.ancestor.tree.clone())
    }

    fn kept_kernels(&self) -> Option<&Kept> {
        self.kernels.get().or(self.ancestor.kernels.as_ref())
    }

    /// What its plain kernels do with memory, read with these files.
    pub(crate) fn plain_kernels(&self, headers: &Arc<[Arc<Header>]>) -> Reading {
        let tree = (self.language == Language::Cuda).then(|| self.code_tree()).flatten();
        let Some(tree) = tree else { return Reading::default() };
        let (reading, kept) =
            layoutlens_access::read_tree_after(self.string(), tree.clone(), headers, self.kept_kernels());
        self.kernels.get_or_init(|| kept);
        reading
    }
}

/// The [`Fingerprint`] of a file that has these bytes.
pub fn fingerprint(bytes: &[u8]) -> Fingerprint {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    (bytes.len() as u64, hasher.finish())
}
