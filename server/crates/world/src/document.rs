//! One open document: a rope, its version, and what is lazily known of this revision.

use std::sync::{
    Arc, Mutex, OnceLock, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use layoutlens_eval::{
    Code, Problem,
    host::{HeaderPrograms, HostEvaluation, HostFile, evaluate_unless},
};
use layoutlens_syntax::{HostTree, Language};
use ropey::Rope;

use crate::{Encoding, Position, Whereabouts, offset};

/// A longer text is kept and edited like any other, but its layouts are not read: sources that people write
/// are far below, and what is above (tables, generated code) would hold a core for seconds at every key.
pub const MAX_ANALYSED_BYTES: usize = 4 << 20;

/// Names one of which stands in all code that has layouts. Other code is not run.
const LIBRARIES: [&str; 5] = ["cute", "cutlass", "pycute", "layout_algebra", "cute_rs"];

/// Everything computed from one revision.
#[derive(Debug)]
pub struct Analysis {
    /// The text of the revision; empty when it is longer than [`MAX_ANALYSED_BYTES`].
    pub text: Arc<str>,
    /// What the text says.
    pub file: layoutlens_syntax::File,
    /// What it means.
    pub evaluation: layoutlens_eval::Evaluation,
}

/// A change of a document as the editor describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The text between two places, in either order, becomes `text`.
    Range {
        /// One end.
        start: Position,
        /// The other end.
        end: Position,
        /// What stands there now.
        text: String,
    },
    /// The whole text becomes this.
    Full(String),
}

/// One revision of a document. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct Document {
    version: i32,
    language: Language,
    rope: Rope,
    revision: Arc<Revision>,
    /// The tree of the nearest earlier revision that was parsed.
    ancestor: Option<HostTree>,
    /// Where it is; without a place, its code is read alone.
    whereabouts: Option<Whereabouts>,
}

/// What the clones of one revision share.
#[derive(Debug, Default)]
struct Revision {
    computed: OnceLock<Computed>,
    /// Held by the reader that computes: the others wait for it.
    computing: Mutex<()>,
    is_superseded: AtomicBool,
}

/// What the first reader of a revision left for the others, and for the next revision's parse.
#[derive(Debug)]
struct Computed {
    analysis: Arc<Analysis>,
    tree: Option<HostTree>,
}

impl Document {
    /// A document as opened or read from disk.
    pub fn new(version: i32, language: Language, text: &str) -> Self {
        let rope = Rope::from_str(text);
        Self { version, language, rope, revision: Arc::default(), ancestor: None, whereabouts: None }
    }

    /// The same document at a place: its code is read with what it includes or imports from there.
    pub fn at(self, whereabouts: Whereabouts) -> Self {
        Self { whereabouts: Some(whereabouts), ..self }
    }

    /// Makes this a revision of its own, with the same text: files that it includes have changed.
    pub fn read_again(&mut self) {
        self.ancestor = self.take_ancestor();
        self.revision = Arc::default();
    }

    /// The version the editor gave it.
    pub fn version(&self) -> i32 {
        self.version
    }

    /// The host language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The text.
    pub fn rope(&self) -> &Rope {
        &self.rope
    }

    /// Whether the other is this very revision. Two revisions with equal text are two.
    pub fn is_same_revision(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.revision, &other.revision)
    }

    /// Makes this the revision after `changes`, which apply one after the other. Parses nothing.
    pub fn edit(&mut self, version: i32, changes: Vec<Change>, encoding: Encoding) {
        let ancestor = self.take_ancestor();
        for change in changes {
            match change {
                Change::Full(text) => self.rope = Rope::from_str(&text),
                Change::Range { start, end, text } => self.replace(start, end, &text, encoding),
            }
        }
        self.version = version;
        self.revision = Arc::default();
        self.ancestor = ancestor;
    }

    /// The tree of this revision when somebody has parsed it, else of the one it descends from.
    fn take_ancestor(&mut self) -> Option<HostTree> {
        match self.revision.computed.get() {
            Some(computed) => computed.tree.clone(),
            None => self.ancestor.take(),
        }
    }

    fn replace(&mut self, one: Position, other: Position, text: &str, encoding: Encoding) {
        let one = offset(&self.rope, encoding, one);
        let other = offset(&self.rope, encoding, other);
        let (start, end) = (one.min(other), one.max(other));
        let first = self.rope.byte_to_char(start);
        self.rope.remove(first..self.rope.byte_to_char(end));
        self.rope.insert(first, text);
    }

    /// Whether [`analysis`](Self::analysis) returns at once.
    pub fn is_analysed(&self) -> bool {
        self.revision.computed.get().is_some()
    }

    /// Notes that there is a newer revision, or that the document is closed.
    pub fn supersede(&self) {
        self.revision.is_superseded.store(true, Ordering::Relaxed);
    }

    fn is_superseded(&self) -> bool {
        self.revision.is_superseded.load(Ordering::Relaxed)
    }

    /// Parses and evaluates this revision once; later calls and clones share the result.
    pub fn analysis(&self) -> Arc<Analysis> {
        loop {
            // Who waits is never refused, so that there is one round.
            if let Some(analysis) = self.analysis_while(&|| true) {
                return analysis;
            }
        }
    }

    /// As [`analysis`](Self::analysis), as long as the revision is the newest, or somebody waits for it nevertheless.
    /// What is begun is given up then: `None`, and the next reader begins again.
    pub fn analysis_while(&self, is_waited_for: &(dyn Fn() -> bool + Sync)) -> Option<Arc<Analysis>> {
        let of = |computed: &Computed| Arc::clone(&computed.analysis);
        if let Some(computed) = self.revision.computed.get() {
            return Some(of(computed));
        }
        // Who computes leaves all or nothing behind, even by a panic.
        let _turn = self.revision.computing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(computed) = self.revision.computed.get() {
            return Some(of(computed));
        }
        let computed = self.compute(&|| self.is_superseded() && !is_waited_for())?;
        Some(of(self.revision.computed.get_or_init(|| computed)))
    }

    fn compute(&self, is_outdated: &(dyn Fn() -> bool + Sync)) -> Option<Computed> {
        let bytes = self.rope.len_bytes();
        if bytes > MAX_ANALYSED_BYTES {
            return Some(Computed { analysis: Arc::new(too_large(bytes)), tree: None });
        }
        if is_outdated() {
            return None;
        }
        let text: Arc<str> = self.rope.to_string().into();
        let (file, tree) = layoutlens_syntax::parse(self.language, &text, self.ancestor.as_ref());
        let host = self.host(&text, &file, &tree, is_outdated)?;
        let evaluation = layoutlens_eval::evaluate_beside(&file, &text, host);
        Some(Computed { analysis: Arc::new(Analysis { text, file, evaluation }), tree: Some(tree) })
    }

    /// Runs the code as far as layouts depend on it, unless that is outdated meanwhile.
    fn host(
        &self,
        text: &str,
        file: &layoutlens_syntax::File,
        tree: &HostTree,
        is_outdated: &(dyn Fn() -> bool + Sync),
    ) -> Option<HostEvaluation> {
        if !LIBRARIES.iter().any(|name| file.host_names.contains(*name)) {
            return Some(HostEvaluation::default());
        }
        let program = layoutlens_syntax::read_program(self.language, text, tree);
        let place = self.whereabouts.as_ref();
        let name = place.map(|place| place.sources.name(self.language, &place.path)).unwrap_or_default();
        let main = HostFile { name, language: self.language, program: Arc::new(program) };
        let imported = place.map(|place| place.imported(&main)).unwrap_or_default();
        let files: Vec<HostFile> = std::iter::once(main).chain(imported).collect();
        let units = match (place, files.first()) {
            (Some(place), Some(main)) => place.units(main),
            _ => HeaderPrograms::default(),
        };
        evaluate_unless(&files, &units, &layoutlens_eval::stated_facts(file), is_outdated)
    }
}

fn too_large(bytes: usize) -> Analysis {
    let message = format!(
        "this file has {bytes} bytes; layouts are read in files of up to {MAX_ANALYSED_BYTES}: split it, or exclude it"
    );
    let problem = Problem::new(0..0, Code::TooLarge, message);
    Analysis {
        text: "".into(),
        file: layoutlens_syntax::File {
            scopes: vec![layoutlens_syntax::Scope { range: 0..0, parent: None, name: None }],
            ..Default::default()
        },
        evaluation: layoutlens_eval::Evaluation { problems: vec![problem], ..Default::default() },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn an_edit_leaves_earlier_clones_alone() {
        let mut document = Document::new(1, Language::Cuda, "ab");
        let before = document.clone();
        let change = Change::Range { start: at(0, 1), end: at(0, 1), text: "X".into() };
        document.edit(2, vec![change], Encoding::Utf16);
        assert_eq!(document.rope().to_string(), "aXb");
        assert_eq!(before.rope().to_string(), "ab");
        assert!(!before.is_same_revision(&document));
    }

    #[test]
    fn a_reversed_range_means_the_text_between() {
        let mut document = Document::new(1, Language::Cuda, "abcd");
        let change = Change::Range { start: at(0, 3), end: at(0, 1), text: String::new() };
        document.edit(2, vec![change], Encoding::Utf16);
        assert_eq!(document.rope().to_string(), "ad");
    }

    #[test]
    fn a_range_past_the_end_appends() {
        let mut document = Document::new(1, Language::Cuda, "a\n");
        let change = Change::Range { start: at(70, 3), end: at(u32::MAX, u32::MAX), text: "b".into() };
        document.edit(2, vec![change], Encoding::Utf8);
        assert_eq!(document.rope().to_string(), "a\nb");
    }

    #[test]
    fn one_revision_is_analysed_once() {
        let document = Document::new(1, Language::Cuda, "int x;");
        assert!(!document.is_analysed());
        assert!(Arc::ptr_eq(&document.analysis(), &document.clone().analysis()));
        assert!(document.is_analysed());
    }

    #[test]
    fn a_superseded_revision_is_analysed_for_who_waits_only() {
        let document = Document::new(1, Language::Cuda, "int x;");
        document.supersede();
        assert!(document.analysis_while(&|| false).is_none());
        assert!(!document.is_analysed());
        let analysis = document.analysis_while(&|| true).expect("somebody waits");
        assert_eq!(&*analysis.text, "int x;");
        // What is there is given to all.
        assert!(document.analysis_while(&|| false).is_some_and(|again| Arc::ptr_eq(&again, &analysis)));
    }

    #[test]
    fn an_evaluation_is_given_up_when_nobody_waits_any_longer() {
        let line = "auto a = cute::make_layout(cute::Int<4>{});\n";
        let code = format!("#include <cute/tensor.hpp>\nvoid f() {{\n{}}}\n", line.repeat(2000));
        let document = Document::new(1, Language::Cuda, &code);
        document.supersede();
        let asked = AtomicUsize::new(0);
        let waits_three_times = || asked.fetch_add(1, Ordering::Relaxed) < 3;
        assert!(document.analysis_while(&waits_three_times).is_none());
        assert_eq!(asked.load(Ordering::Relaxed), 4);
        assert!(!document.is_analysed());
    }

    #[test]
    fn a_revision_that_nobody_read_passes_the_tree_before_it_on() {
        let mut document = Document::new(1, Language::Cuda, "ab");
        document.analysis();
        let insert = |text: &str| vec![Change::Range { start: at(0, 1), end: at(0, 1), text: text.into() }];
        document.edit(2, insert("X"), Encoding::Utf16);
        document.edit(3, insert("YZ"), Encoding::Utf16);
        let ancestor = document.ancestor.expect("a parsed revision lies behind");
        assert_eq!(ancestor.tree().expect("a small file").root_node().end_byte(), 2);
    }

    #[test]
    fn a_text_beyond_the_limit_says_so_and_is_not_read() {
        let document = Document::new(1, Language::Cuda, &" ".repeat(MAX_ANALYSED_BYTES + 1));
        let analysis = document.analysis();
        assert!(analysis.text.is_empty());
        assert!(analysis.evaluation.problems[0].message.contains("4194305 bytes"));
    }
}
