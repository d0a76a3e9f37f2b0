//! What a revision means: its code is run, or means what the same code of a text before it meant.

use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

use layoutlens_access::Header;
use layoutlens_eval::host::{
    HeaderPrograms, HostEvaluation, HostFile, KeptRuns, NotEvaluated, evaluate_beside_known,
};
use layoutlens_syntax::{
    Language,
    same_code::{Apart, NewPlaces},
};

use super::{
    Document,
    analysis::{MAX_ANALYSED_BYTES, too_large, unread},
    revision::{Computed, Earlier, Ran},
};
use crate::{OpenFiles, Seen};

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

impl Document {
    /// Reads and runs the text; `None` where that is outdated meanwhile.
    pub(super) fn compute(&self, is_outdated: &(dyn Fn() -> bool + Sync)) -> Option<Computed> {
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
        self.text.language().may_use_library(|name| names.contains(name))
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use layoutlens_library::of_language;

    use super::*;
    use crate::{Change, Encoding, Position};

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
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
    fn a_revision_that_nobody_read_passes_the_tree_before_it_on() {
        let mut document = Document::new(1, Language::Cuda, "ab", of_language);
        document.analysis();
        let insert = |text: &str| vec![Change::Range { start: at(0, 1), end: at(0, 1), text: text.into() }];
        document.edit(2, insert("X"), Encoding::Utf16);
        document.edit(3, insert("YZ"), Encoding::Utf16);
        let ancestor = document.text.tree().expect("a parsed revision lies behind");
        assert_eq!(ancestor.tree().expect("a small file").root_node().end_byte(), 2);
    }
}
