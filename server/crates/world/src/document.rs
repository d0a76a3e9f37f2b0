//! One open document: a text, its version, and what is lazily known of this revision.

use std::path::{Path, PathBuf};
use std::sync::{
    Arc, Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use layoutlens_access::Header;
use layoutlens_eval::{
    Code, Problem,
    host::{
        HeaderPrograms, HostEvaluation, HostFile, KeptRuns, Libraries, NotEvaluated, OfLanguage,
        evaluate_beside_known,
    },
};
use layoutlens_syntax::{
    Language,
    program::Program,
    same_code::{Apart, NewPlaces},
};
use ropey::Rope;

use crate::{
    Encoding, LostEdit, OpenFile, OpenFiles, PlainKernels, Position, Seen, Text, Whereabouts,
    place::{Place, place},
};

/// A longer text is kept and edited like any other, but its layouts are not read: sources that people write
/// are far below, and what is above (tables, generated code) would hold a core for seconds at every key.
pub const MAX_ANALYSED_BYTES: usize = 4 << 20;

/// An end in this line or below it is how editors name the end of any text.
const ALL_LINES: u32 = i32::MAX.unsigned_abs();

/// Everything computed from one revision.
#[derive(Debug)]
pub struct Analysis {
    /// The text of the revision; empty when it is longer than [`MAX_ANALYSED_BYTES`].
    pub text: Arc<str>,
    /// What the text says.
    pub file: Arc<layoutlens_syntax::File>,
    /// What it means.
    pub evaluation: layoutlens_eval::Evaluation,
    /// The libraries that its code may use.
    pub libraries: &'static Libraries,
    /// Its plain kernels.
    pub kernels: PlainKernels,
}

impl Analysis {
    /// What the plain kernels of the text do with memory; computed by the first request that asks for it.
    pub fn kernels(&self) -> &layoutlens_access::Reading {
        self.kernels.reading()
    }

    /// What is known of the statement at the byte `at` before any code is run, where the code has no say in it.
    pub fn of_statement(&self, at: usize) -> Option<Self> {
        let evaluation = layoutlens_eval::evaluate_without_code(&self.file, at)?;
        let (text, file) = (Arc::clone(&self.text), Arc::clone(&self.file));
        Some(Self { text, file, evaluation, kernels: self.kernels.unread(), libraries: self.libraries })
    }
}

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

/// What the clones of one revision share.
#[derive(Debug, Default)]
struct Revision {
    /// What was computed before the files around it may have changed: it holds when they are as they were seen.
    before: Option<Computed>,
    /// The last analyses of texts before this one: where the code is the same, it means the same.
    earlier: Mutex<Earlier>,
    computed: OnceLock<Computed>,
    /// The files that were read last for it: an edit of another one changes nothing here.
    seen: Mutex<Option<Arc<dyn Seen>>>,
    /// Held by the reader that computes: the others wait for it.
    computing: Mutex<()>,
    is_superseded: AtomicBool,
    /// The last moment, in the caller's count, at which the files were known to be as they were seen.
    held_at: AtomicU64,
}

/// The last two analyses of texts before this one: an edit may be taken back.
#[derive(Debug, Clone, Default)]
struct Earlier {
    last: Option<Computed>,
    before: Option<Computed>,
}

impl Earlier {
    /// The same for the next text, where this one has an analysis.
    fn behind(self, computed: Option<Computed>) -> Self {
        match computed {
            Some(computed) => Self { last: Some(computed), before: self.last },
            None => self,
        }
    }
}

/// What the first reader of a revision left for the others.
#[derive(Debug, Clone)]
struct Computed {
    analysis: Arc<Analysis>,
    /// The files that it was computed with; none were looked for where this is none.
    seen: Option<Arc<dyn Seen>>,
    /// The code that was run for it, when some was.
    program: Option<Ran>,
}

/// A code that was run.
#[derive(Debug, Clone)]
struct Ran {
    program: Arc<Program>,
    /// The code and its places, once it was compared with another one.
    apart: Arc<OnceLock<Apart>>,
    /// What it left for a later revision of it.
    kept: Option<Arc<KeptRuns>>,
}

impl Ran {
    fn apart(&self) -> &Apart {
        self.apart.get_or_init(|| Apart::of(&self.program))
    }
}

/// What a code means that is the one of the text before.
struct SameCode {
    host: Host,
    apart: Apart,
}

/// What a code means.
struct Host {
    evaluation: HostEvaluation,
    /// The files that plain kernels are read with.
    headers: Arc<[Arc<Header>]>,
    /// The files that it was read with.
    seen: Option<Arc<dyn Seen>>,
    /// What it left for a later revision of it.
    kept: Option<Arc<KeptRuns>>,
}

impl Revision {
    /// The revision of a text that an edit has made of this one's.
    fn edited(&self) -> Self {
        let computed = self.computed.get().or(self.before.as_ref()).cloned();
        let earlier = self.earlier().clone().behind(computed);
        Self { earlier: Mutex::new(earlier), ..Self::default() }
    }

    /// Ignores poison: what is put in is complete.
    fn earlier(&self) -> MutexGuard<'_, Earlier> {
        self.earlier.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ignores poison: what is put in is complete.
    fn seen(&self) -> MutexGuard<'_, Option<Arc<dyn Seen>>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
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

    fn compute(&self, is_outdated: &(dyn Fn() -> bool + Sync)) -> Option<Computed> {
        if self.lost.is_some() {
            return Some(Computed {
                analysis: Arc::new(unread(self.libraries())),
                seen: None,
                program: None,
            });
        }
        let bytes = self.text.rope().len_bytes();
        if bytes > MAX_ANALYSED_BYTES {
            return Some(Computed {
                analysis: Arc::new(too_large(bytes, self.libraries())),
                seen: None,
                program: None,
            });
        }
        if is_outdated() {
            return None;
        }
        if let Some(before) = &self.revision.before
            && before.seen.as_ref().is_none_or(|seen| seen.holds(&self.open))
        {
            *self.revision.seen() = before.seen.clone();
            return Some(before.clone());
        }
        let parsed = self.text.parsed();
        let (Host { evaluation: host, headers, seen, kept }, apart) = match self.host_of_same_code() {
            Some(SameCode { host, apart }) => (host, OnceLock::from(apart)),
            None => (self.host(is_outdated)?, OnceLock::new()),
        };
        let evaluation = layoutlens_eval::evaluate_beside(&parsed.file, &parsed.text, host);
        let program =
            self.runs_code().then(|| Ran { program: self.text.program(), apart: Arc::new(apart), kept });
        let analysis = self.analysis_with(evaluation, headers);
        Some(Computed { analysis: Arc::new(analysis), seen, program })
    }

    /// What the code means when it is the code of the text before, or of the one before that, with other comments or
    /// blanks; and the files that it was read with, which are as they were.
    fn host_of_same_code(&self) -> Option<SameCode> {
        let Earlier { last, before } = self.revision.earlier().clone();
        last.into_iter().chain(before).find_map(|earlier| self.host_of(earlier))
    }

    /// The same of one of these texts.
    fn host_of(&self, earlier: Computed) -> Option<SameCode> {
        let Computed { analysis: was, seen, program } = earlier;
        // What was not read, and why, is not said of another text.
        let program = program.filter(|_| self.runs_code())?;
        let parsed = self.text.parsed();
        // Most edits are of code: that is seen without reading it.
        if !was.file.code(&was.text).eq(parsed.file.code(&parsed.text)) {
            return None;
        }
        let mut apart = Apart::of(&self.text.program());
        let places = NewPlaces::between(program.apart(), &mut apart)?;
        let (stated_before, stated) =
            (layoutlens_eval::stated(&was.file), layoutlens_eval::stated(&parsed.file));
        if !stated.says_the_same(&stated_before, &places) {
            return None;
        }
        let evaluation = was.evaluation.host.at_new_places(&places)?;
        let seen = match (seen, self.path()) {
            (Some(seen), Some(path)) => Some(seen.with_same_code(&self.open, path)?),
            (Some(_), None) => return None,
            (None, _) => None,
        };
        *self.revision.seen() = seen.clone();
        let headers = Arc::clone(was.kernels.headers());
        Some(SameCode { host: Host { evaluation, headers, seen, kept: program.kept }, apart })
    }

    /// Code that names no library is not run.
    fn runs_code(&self) -> bool {
        let names = &self.text.parsed().file.host_names;
        self.text.language().library_names().iter().any(|name| names.contains(*name))
    }

    /// What its plain kernels do with memory, with nothing else evaluated.
    pub fn kernels(&self) -> layoutlens_access::Reading {
        if !self.has_kernels() {
            return layoutlens_access::Reading::default();
        }
        let text = &self.text.parsed().text;
        let headers = self.whereabouts.as_ref().map(|place| place.headers(text, &self.open).0);
        self.text.plain_kernels(&headers.unwrap_or_default())
    }

    /// Whether its text may hold plain kernels.
    fn has_kernels(&self) -> bool {
        self.text.language() == Language::Cuda
            && layoutlens_access::may_have_kernels(&self.text.parsed().text)
    }

    /// Runs the code as far as layouts depend on it, unless that is outdated meanwhile.
    fn host(&self, is_outdated: &(dyn Fn() -> bool + Sync)) -> Option<Host> {
        if !self.runs_code() {
            let (headers, seen) = match &self.whereabouts {
                Some(place) if self.has_kernels() => {
                    let (headers, seen) = place.headers(&self.text.parsed().text, &self.open);
                    (headers, Some(seen))
                }
                _ => (Arc::default(), None),
            };
            *self.revision.seen() = seen.clone();
            return Some(Host { evaluation: HostEvaluation::default(), headers, seen, kept: None });
        }
        let language = self.text.language();
        let parsed = self.text.parsed();
        let stated = layoutlens_eval::stated(&parsed.file);
        let known =
            self.revision.earlier().last.as_ref().and_then(|last| last.program.as_ref()?.kept.clone());
        let evaluate = |files: &[HostFile], programs: &HeaderPrograms| {
            let revision = (&*parsed.text, known.as_deref());
            evaluate_beside_known(files, programs, &stated, self.libraries, is_outdated, revision)
        };
        let Some(place) = &self.whereabouts else {
            let own = HostFile { name: String::new(), language, program: self.text.program() };
            return told(evaluate(&[own], &HeaderPrograms::default()), Arc::default(), None);
        };
        let reading = place.read(&self.text, &self.open);
        // What depends on an edit is known before the long part begins.
        *self.revision.seen() = Some(Arc::clone(&reading.seen));
        told(evaluate(&reading.files, &reading.units), reading.headers, Some(reading.seen))
    }
}

/// What is said of code, and the files that it was read with; nothing where it is outdated.
fn told(
    evaluated: Result<(HostEvaluation, Option<KeptRuns>), NotEvaluated>,
    headers: Arc<[Arc<Header>]>,
    seen: Option<Arc<dyn Seen>>,
) -> Option<Host> {
    match evaluated {
        Ok((evaluation, kept)) => Some(Host { evaluation, headers, seen, kept: kept.map(Arc::new) }),
        Err(NotEvaluated::Outdated) => None,
        Err(why @ NotEvaluated::NoThread { .. }) => Some(Host {
            evaluation: HostEvaluation::unread(&why),
            headers,
            seen: Some(Arc::new(ToBeReadAgain)),
            kept: None,
        }),
    }
}

/// What was not read for a reason that may be gone by the next time.
#[derive(Debug)]
struct ToBeReadAgain;

impl Seen for ToBeReadAgain {
    fn holds(&self, _: &OpenFiles) -> bool {
        false
    }

    fn with_same_code(&self, _: &OpenFiles, _: &Path) -> Option<Arc<dyn Seen>> {
        None
    }

    fn depends_on(&self, _: &Path) -> bool {
        true
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

fn too_large(bytes: usize, libraries: &'static Libraries) -> Analysis {
    let message = format!(
        "this file has {bytes} bytes; layouts are read in files of up to {MAX_ANALYSED_BYTES}: split it, or exclude it"
    );
    let mut analysis = unread(libraries);
    analysis.evaluation.problems.push(Problem::new(0..0, Code::TooLarge, message));
    analysis
}

/// What is known of a text that is not read: nothing.
fn unread(libraries: &'static Libraries) -> Analysis {
    Analysis {
        text: "".into(),
        file: Arc::new(layoutlens_syntax::File {
            scopes: vec![layoutlens_syntax::Scope { range: 0..0, parent: None, name: None }],
            ..Default::default()
        }),
        evaluation: layoutlens_eval::Evaluation::default(),
        libraries,
        kernels: PlainKernels::default(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

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
    fn code_of_each_library_shows_its_layouts() {
        let shown = |language, text: &str| {
            let document = Document::new(1, language, text, of_language);
            let analysis = document.analysis();
            let found = analysis.evaluation.host.variables.iter().find(|variable| variable.name == "a");
            found.and_then(|variable| Some(variable.answers.first()?.evaluated.value.to_string()))
        };
        for library in Language::Rust.library_names() {
            let code = format!("use {library}::*;\nfn f() {{ let a = layout!((6,2):(8,2)).unwrap(); }}\n");
            assert_eq!(shown(Language::Rust, &code).as_deref(), Some("(6,2):(8,2)"), "{library}");
        }
        let python = "import cutlass.cute as cute\na = cute.make_layout((6, 2), stride=(8, 2))\n";
        assert_eq!(shown(Language::Python, python).as_deref(), Some("(6,2):(8,2)"));
        let cpp = "#include <cute/tensor.hpp>\nauto a = cute::make_layout(cute::Int<4>{});\n";
        assert_eq!(shown(Language::Cuda, cpp).as_deref(), Some("4:1"));
    }

    #[test]
    fn one_revision_is_analysed_once() {
        let document = Document::new(1, Language::Cuda, "int x;", of_language);
        assert!(!document.is_analysed());
        assert!(Arc::ptr_eq(&document.analysis(), &document.clone().analysis()));
        assert!(document.is_analysed());
    }

    #[test]
    fn a_superseded_revision_is_analysed_for_who_waits_only() {
        let document = Document::new(1, Language::Cuda, "int x;", of_language);
        document.supersede();
        assert!(document.analysis_while(&|| 0, &|| false).is_none());
        assert!(!document.is_analysed());
        let analysis = document.analysis_while(&|| 0, &|| true).expect("somebody waits");
        assert_eq!(&*analysis.text, "int x;");
        // What is there is given to all.
        assert!(
            document.analysis_while(&|| 0, &|| false).is_some_and(|again| Arc::ptr_eq(&again, &analysis))
        );
    }

    #[test]
    fn an_evaluation_is_given_up_when_nobody_waits_any_longer() {
        let line = "auto a = cute::make_layout(cute::Int<4>{});\n";
        let code = format!("#include <cute/tensor.hpp>\nvoid f() {{\n{}}}\n", line.repeat(2000));
        let document = Document::new(1, Language::Cuda, &code, of_language);
        document.supersede();
        let asked = AtomicUsize::new(0);
        let waits_three_times = || asked.fetch_add(1, Ordering::Relaxed) < 3;
        assert!(document.analysis_while(&|| 0, &waits_three_times).is_none());
        assert_eq!(asked.load(Ordering::Relaxed), 4);
        assert!(!document.is_analysed());
    }

    /// Whether the code of a text is run again when something is typed at the end of the line that holds `behind`.
    fn runs_again(text: &str, language: Language, behind: &str, typed: &str) -> bool {
        let mut document = Document::new(1, language, text, of_language);
        document.analysis();
        let line = text.lines().position(|line| line.contains(behind)).unwrap();
        let column = text.lines().nth(line).unwrap().len();
        let place = at(u32::try_from(line).unwrap(), u32::try_from(column).unwrap());
        let change = Change::Range { start: place, end: place, text: typed.to_owned() };
        document.edit(2, vec![change], Encoding::Utf8);
        document.host_of_same_code().is_none()
    }

    #[test]
    fn code_is_not_run_again_where_an_edit_is_taken_back() {
        let code = "#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() { auto a = make_layout(Int<8>{}); }\n";
        let edited = |document: &mut Document, start: u32, end: u32, typed: &str| {
            let change = Change::Range { start: at(2, start), end: at(2, end), text: typed.to_owned() };
            document.edit(document.version() + 1, vec![change], Encoding::Utf8);
        };
        let shown = |document: &Document| {
            let analysis = document.analysis();
            let found = analysis.evaluation.host.variables.first();
            found.and_then(|variable| Some(variable.answers.first()?.evaluated.value.to_string()))
        };
        let mut document = Document::new(1, Language::Cuda, code, of_language);
        assert_eq!(shown(&document).as_deref(), Some("8:1"));
        for _ in 0..2 {
            edited(&mut document, 37, 37, "4");
            assert_eq!(shown(&document).as_deref(), Some("84:1"));
            edited(&mut document, 37, 38, "");
            assert!(document.host_of_same_code().is_some());
            assert_eq!(shown(&document).as_deref(), Some("8:1"));
        }
        edited(&mut document, 37, 37, "4");
        // Nobody asked for the text between.
        edited(&mut document, 37, 38, "");
        assert!(document.host_of_same_code().is_some());
    }

    #[test]
    fn code_is_not_run_again_for_a_comment_or_a_blank() {
        let cuda = "#include <cute/tensor.hpp>\nusing namespace cute;\n\nvoid f(int m) {\n  // one\n  \
                    auto a = make_layout(m);\n  auto b = a;\n}\n\nvoid g() { auto c = make_layout(_8{}); }\n";
        let again = |behind: &str, typed: &str| runs_again(cuda, Language::Cuda, behind, typed);
        assert!(!again("// one", "\n  // cute: show (4,8):(1,4)"));
        assert!(!again("// one", " or two"));
        assert!(!again("make_layout(m)", "  // m:1"));
        assert!(!again("make_layout(m)", "\n"));
        assert!(!again("auto b", "   "));
        assert!(again("// one", "\n  a = b;"));
        assert!(again("make_layout(m)", " int d;"));
        assert!(again("make_layout(m)", " /*"));
        assert!(again("// one", "\n  // cute: with m = 64"));
        assert!(again("using namespace", " // cute: with M = 64"));
    }

    #[test]
    fn python_is_not_run_again_for_a_comment_a_blank_line_or_a_docstring() {
        let python = "import cutlass.cute as cute\n\ndef f(m):\n    \"\"\"Rows.\n    \"\"\"\n    \
                      a = cute.make_layout(m)\n    return a\n\nf(8)\n";
        let again = |behind: &str, typed: &str| runs_again(python, Language::Python, behind, typed);
        assert!(!again("Rows", " of m"));
        assert!(!again("make_layout", "  # 8:1"));
        assert!(!again("make_layout", "\n"));
        assert!(!again("make_layout", "\n    # cute: show (4,8):(1,4)"));
        assert!(again("make_layout", "\n    a = 1"));
        assert!(again("return", ".shape"));
    }

    #[test]
    fn a_revision_that_nobody_read_passes_the_tree_before_it_on() {
        let mut document = Document::new(1, Language::Cuda, "ab", of_language);
        document.analysis();
        let insert = |text: &str| vec![Change::Range { start: at(0, 1), end: at(0, 1), text: text.into() }];
        document.edit(2, insert("X"), Encoding::Utf16);
        document.edit(3, insert("YZ"), Encoding::Utf16);
        let ancestor = document.text.tree().expect("a parsed revision lies behind");
        assert_eq!(ancestor.tree().expect("a small file").root_node().end_byte(), 2);
    }

    #[test]
    fn a_text_beyond_the_limit_says_so_and_is_not_read() {
        let document = Document::new(1, Language::Cuda, &" ".repeat(MAX_ANALYSED_BYTES + 1), of_language);
        let analysis = document.analysis();
        assert!(analysis.text.is_empty());
        assert!(analysis.evaluation.problems[0].message.contains("4194305 bytes"));
    }
}
