//! One open document: a text, its version, and what is lazily known of this revision.

mod analysis;
mod meaning;
mod revision;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, atomic::Ordering};

use layoutlens_access::Header;
use layoutlens_eval::host::{Libraries, OfLanguage};
use layoutlens_syntax::Language;
use ropey::Rope;

pub use self::analysis::{Analysis, MAX_ANALYSED_BYTES};
use self::revision::{Computed, Revision};
use crate::{
    Encoding, LostEdit, OpenFile, OpenFiles, PlainKernels, Position, Text, Whereabouts,
    place::{Place, place},
};

/// An end in this line or below it is how editors name the end of any text.
const ALL_LINES: u32 = i32::MAX.unsigned_abs();

/// A change of a document as the editor describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The text between two places becomes `text`.
    Range {
        /// Where it begins.
        start: Position,
        /// Where it ends.
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
    text: Arc<Text>,
    revision: Arc<Revision>,
    /// Where it is; without a place, its code is read alone.
    whereabouts: Option<Whereabouts>,
    /// What is open in the same world: it stands for the files on disk.
    open: Arc<OpenFiles>,
    /// Why the text here is not the editor's any longer.
    lost: Option<LostEdit>,
    libraries: OfLanguage,
}

impl Document {
    /// A document as opened or read from disk; its code may use the `libraries` of its language.
    pub fn new(version: i32, language: Language, text: &str, libraries: OfLanguage) -> Self {
        Self {
            version,
            text: Arc::new(Text::new(language, Rope::from_str(text))),
            revision: Arc::default(),
            whereabouts: None,
            open: Arc::default(),
            lost: None,
            libraries,
        }
    }

    /// The same document at a place: its code is read with what it includes or imports from there.
    pub fn at(self, whereabouts: Whereabouts) -> Self {
        Self { whereabouts: Some(whereabouts), ..self }
    }

    /// Makes this a revision of its own, with the same text: files around it may have changed. What was computed holds
    /// if they have not.
    pub fn read_again(&mut self) {
        let before = self.revision.computed.get().or(self.revision.before.as_ref()).cloned();
        let earlier = Mutex::new(self.revision.earlier().clone());
        self.revision = Arc::new(Revision { before, earlier, ..Revision::default() });
    }

    /// The same text, of whose files others were found than it was read with.
    pub fn renewed(&self) -> Self {
        Self { revision: Arc::default(), ..self.clone() }
    }

    /// What stands for the files on disk in this document's world has changed: the files at `changed` were edited, and
    /// where `is_other_set`, some were opened or closed. A document that `is_new` was not read before.
    pub(crate) fn see(
        &mut self,
        open: &Arc<OpenFiles>,
        changed: &[PathBuf],
        is_other_set: bool,
        is_new: bool,
    ) {
        self.open = Arc::clone(open);
        let is_independent = !is_other_set
            && self
                .revision
                .seen()
                .as_ref()
                .is_some_and(|seen| !changed.iter().any(|path| seen.depends_on(path)));
        if self.whereabouts.is_some() && !is_new && !is_independent {
            self.read_again();
        }
    }

    /// Where its file is, as the editor names it.
    pub fn path(&self) -> Option<&Path> {
        self.whereabouts.as_ref().map(|place| place.path.as_path())
    }

    /// What stands for this document's file on disk.
    pub(crate) fn open_file(&self) -> Option<OpenFile> {
        let path = self.whereabouts.as_ref()?.path.clone();
        let text = self.lost.is_none().then(|| Arc::clone(&self.text));
        Some(OpenFile { path, text })
    }

    /// Whether what was computed is known to hold at the moment `now` of the caller's count, or the files that it was
    /// computed with are found to be as they were. Also true while nothing is computed.
    fn holds(&self, now: u64, read_clock: &dyn Fn() -> u64) -> bool {
        let Some(computed) = self.revision.computed.get() else { return true };
        let Some(seen) = &computed.seen else { return true };
        if self.revision.held_at.load(Ordering::Acquire) >= now {
            return true;
        }
        let before_looking = read_clock();
        let holds = seen.holds(&self.open);
        if holds {
            self.revision.held_at.fetch_max(before_looking, Ordering::AcqRel);
        }
        holds
    }

    /// The version the editor gave it.
    pub fn version(&self) -> i32 {
        self.version
    }

    /// The host language.
    pub fn language(&self) -> Language {
        self.text.language()
    }

    /// The libraries that its code may use.
    fn libraries(&self) -> &'static Libraries {
        (self.libraries)(self.language())
    }

    /// The text.
    pub fn rope(&self) -> &Rope {
        self.text.rope()
    }

    /// Whether the other has this very text: no edit lies between them.
    pub fn is_same_text(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.text, &other.text) && self.lost == other.lost
    }

    /// Whether the other is this very revision. Two revisions with equal text are two.
    pub fn is_same_revision(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.revision, &other.revision)
    }

    /// Makes this the revision after `changes`, which apply one after the other. Parses nothing.
    ///
    /// A change that has no place in the text makes the document [`lost`](Self::lost): what is edited later would land
    /// elsewhere than in the editor. Such a document is read again from the next whole text on.
    pub fn edit(&mut self, version: i32, changes: Vec<Change>, encoding: Encoding) {
        if version < self.version {
            self.lost.get_or_insert(LostEdit::Order { version, after: self.version });
        }
        let mut rope = self.text.rope().clone();
        for change in changes {
            if let Err(lost) = self.apply(&mut rope, change, encoding) {
                self.lost.get_or_insert(lost);
            }
        }
        self.version = version;
        self.revision = Arc::new(self.revision.edited());
        self.text = Arc::new(self.text.edited(rope));
    }

    /// Notes that an edit did not arrive; the document is read again from the next whole text on.
    pub fn lose(&mut self, why: LostEdit) {
        self.lost.get_or_insert(why);
        self.revision = Arc::default();
    }

    /// Why the text here is not the editor's, when it is not: nothing is read in it then.
    pub fn lost(&self) -> Option<&LostEdit> {
        self.lost.as_ref()
    }

    fn apply(&mut self, rope: &mut Rope, change: Change, encoding: Encoding) -> Result<(), LostEdit> {
        match change {
            Change::Full(text) => *rope = Rope::from_str(&text),
            Change::Range { start, end, text } => {
                if start == Position::default() && end.line >= ALL_LINES {
                    *rope = Rope::from_str(&text);
                } else if self.lost.is_none() {
                    return replace(rope, start, end, &text, encoding);
                } else {
                    return Ok(());
                }
            }
        }
        self.lost = None;
        Ok(())
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

    /// The text as it is parsed, with nothing evaluated; `None` where it is not read.
    pub fn parsed(&self) -> Option<Analysis> {
        if self.lost.is_some() || self.text.rope().len_bytes() > MAX_ANALYSED_BYTES {
            return None;
        }
        Some(self.analysis_with(layoutlens_eval::Evaluation::default(), Arc::default()))
    }

    /// What is known of this text where its code means `evaluation` and its kernels may name what `headers` define.
    fn analysis_with(
        &self,
        evaluation: layoutlens_eval::Evaluation,
        headers: Arc<[Arc<Header>]>,
    ) -> Analysis {
        let parsed = self.text.parsed();
        Analysis {
            text: Arc::clone(&parsed.text),
            file: Arc::clone(&parsed.file),
            evaluation,
            kernels: PlainKernels::new(Arc::clone(&self.text), headers),
            libraries: self.libraries(),
        }
    }

    /// Parses and evaluates this revision once; later calls and clones share the result.
    pub fn analysis(&self) -> Arc<Analysis> {
        loop {
            // Who waits is never refused, so that there is one round.
            if let Some(analysis) = self.analysis_while(&|| 0, &|| true) {
                return analysis;
            }
        }
    }

    /// The analysis of this text beside the files as they are at the moment `now` of the caller's count or behind it, and
    /// the revision that it is of. What others began to compute before that moment is held against the files again: they
    /// may have changed since. Where they have, `renew` gives another revision of the same text.
    ///
    /// `None` when the revision is not the newest and nobody waits for it.
    ///
    /// ```
    /// use layoutlens_library::of_language;
    /// use layoutlens_syntax::Language;
    /// use layoutlens_world::Document;
    ///
    /// let document = Document::new(1, Language::Cuda, "// cute: show (4,8)", of_language);
    /// let analysed = document.analysis_since(1, &|| 1, &|| true, &|document| document.renewed());
    /// assert!(analysed.is_some_and(|(_, analysis)| &*analysis.text == "// cute: show (4,8)"));
    /// ```
    pub fn analysis_since(
        self,
        now: u64,
        read_clock: &dyn Fn() -> u64,
        is_waited_for: &(dyn Fn() -> bool + Sync),
        renew: &dyn Fn(Self) -> Self,
    ) -> Option<(Self, Arc<Analysis>)> {
        let mut document = self;
        loop {
            if document.holds(now, read_clock) {
                let analysis = document.analysis_while(read_clock, is_waited_for)?;
                if document.holds(now, read_clock) {
                    return Some((document, analysis));
                }
            }
            document = renew(document);
        }
    }

    /// As [`analysis`](Self::analysis), as long as the revision is the newest, or somebody waits for it nevertheless.
    /// What is begun is given up then: `None`, and the next reader begins again.
    fn analysis_while(
        &self,
        read_clock: &dyn Fn() -> u64,
        is_waited_for: &(dyn Fn() -> bool + Sync),
    ) -> Option<Arc<Analysis>> {
        let of = |computed: &Computed| Arc::clone(&computed.analysis);
        if let Some(computed) = self.revision.computed.get() {
            return Some(of(computed));
        }
        // Read before the turn comes: what is computed is no older than that.
        let began = read_clock();
        // Who computes leaves all or nothing behind, even by a panic.
        let _turn = self.revision.computing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(computed) = self.revision.computed.get() {
            return Some(of(computed));
        }
        let computed = self.compute(&|| self.is_superseded() && !is_waited_for())?;
        self.revision.held_at.fetch_max(began, Ordering::AcqRel);
        // The next text may be the one before this one.
        self.revision.earlier().before = None;
        Some(of(self.revision.computed.get_or_init(|| computed)))
    }
}

fn replace(
    rope: &mut Rope,
    start: Position,
    end: Position,
    text: &str,
    encoding: Encoding,
) -> Result<(), LostEdit> {
    if end < start {
        return Err(LostEdit::Reversed { start, end });
    }
    let first = place(rope, encoding, start)?;
    let last = place(rope, encoding, end)?;
    let to = last.char + usize::from(last.is_inside);
    if first == last && first.is_inside && text.is_empty() {
        return Ok(());
    }
    // Half of a pair that stays is a character of one unit in the editor.
    let half = |place: Place| if place.is_inside { "\u{fffd}" } else { "" };
    rope.remove(first.char..to);
    rope.insert(first.char, &format!("{}{text}{}", half(first), half(last)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use layoutlens_library::of_language;

    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn an_edit_leaves_earlier_clones_alone() {
        let mut document = Document::new(1, Language::Cuda, "ab", of_language);
        let before = document.clone();
        let change = Change::Range { start: at(0, 1), end: at(0, 1), text: "X".into() };
        document.edit(2, vec![change], Encoding::Utf16);
        assert_eq!(document.rope().to_string(), "aXb");
        assert_eq!(before.rope().to_string(), "ab");
        assert!(!before.is_same_revision(&document));
    }

    fn after(text: &str, start: (u32, u32), end: (u32, u32), typed: &str, encoding: Encoding) -> Document {
        let mut document = Document::new(1, Language::Cuda, text, of_language);
        let change = Change::Range { start: at(start.0, start.1), end: at(end.0, end.1), text: typed.into() };
        document.edit(2, vec![change], encoding);
        document
    }

    #[test]
    fn an_edit_that_has_no_place_in_the_text_loses_the_document() {
        let lost = |start, end| after("ab\ncd\n", start, end, "x", Encoding::Utf8).lost().cloned();
        assert_eq!(lost((0, 2), (0, 1)), Some(LostEdit::Reversed { start: at(0, 2), end: at(0, 1) }));
        assert_eq!(lost((1, 0), (4, 0)), Some(LostEdit::Outside { at: at(4, 0), lines: 3 }));
        assert_eq!(lost((3, 0), (3, 1)), Some(LostEdit::Outside { at: at(3, 1), lines: 3 }));
        // The line behind the last is what some editors call the end; a column behind a line is the line's end.
        assert_eq!(lost((1, 0), (3, 0)), None);
        assert_eq!(lost((1, 9), (1, u32::MAX)), None);
        let inside = after("é", (0, 1), (0, 1), "x", Encoding::Utf8);
        assert_eq!(inside.lost(), Some(&LostEdit::Inside { at: at(0, 1) }));
    }

    #[test]
    fn a_lost_document_is_not_read_until_its_whole_text_comes() {
        let mut document = after("// cute: show 4\n", (7, 0), (7, 3), "x", Encoding::Utf16);
        assert!(document.analysis().text.is_empty());
        let part = Change::Range { start: at(0, 0), end: at(0, 1), text: "y".into() };
        document.edit(3, vec![part.clone()], Encoding::Utf16);
        assert!(document.lost().is_some());
        document.edit(4, vec![Change::Full("// a".into()), part], Encoding::Utf16);
        assert_eq!((document.lost(), &*document.analysis().text), (None, "y/ a"));
        document.lose(LostEdit::Unreadable);
        document.edit(
            5,
            vec![Change::Range { start: at(0, 0), end: at(u32::MAX, 0), text: "b".into() }],
            Encoding::Utf16,
        );
        assert_eq!((document.lost(), &*document.analysis().text), (None, "b"));
    }

    #[test]
    fn a_version_that_goes_back_loses_the_document() {
        let mut document = Document::new(5, Language::Cuda, "ab", of_language);
        let part = || vec![Change::Range { start: at(0, 0), end: at(0, 1), text: "y".into() }];
        document.edit(9, part(), Encoding::Utf16);
        assert_eq!(document.lost(), None, "editors leave numbers out");
        document.edit(8, part(), Encoding::Utf16);
        assert_eq!(document.lost(), Some(&LostEdit::Order { version: 8, after: 9 }));
    }

    #[test]
    fn half_of_a_pair_that_an_edit_leaves_keeps_its_column() {
        let text = |start, end, typed| {
            after("a𝔸b𝔹c", (0, start), (0, end), typed, Encoding::Utf16).rope().to_string()
        };
        assert_eq!(text(1, 2, ""), "a\u{fffd}b𝔹c");
        assert_eq!(text(2, 3, "x"), "a\u{fffd}xb𝔹c");
        assert_eq!(text(2, 5, "-"), "a\u{fffd}-\u{fffd}c");
        assert_eq!(text(2, 2, "-"), "a\u{fffd}-\u{fffd}b𝔹c");
        assert_eq!(text(2, 2, ""), "a𝔸b𝔹c");
    }

    #[test]
    fn a_text_beyond_the_limit_says_so_and_is_not_read() {
        let document = Document::new(1, Language::Cuda, &" ".repeat(MAX_ANALYSED_BYTES + 1), of_language);
        let analysis = document.analysis();
        assert!(analysis.text.is_empty());
        assert!(analysis.evaluation.problems[0].message.contains("4194305 bytes"));
    }
}
