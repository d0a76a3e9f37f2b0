//! The host's syntax tree: parsed once, then carried from revision to revision.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use tree_sitter::{InputEdit, Parser, Point, Tree};

use super::read::KeptDefinitions;
use super::{
    MAX_OPEN_LITERALS,
    part::{Part, error_bytes, note_errors, parse_parts},
    work::{max_operations, parse_within_limits},
};
use crate::comment::Comments;
use crate::program::Program;
use crate::statement::Readings;
use crate::{Language, mask};

/// Files above this size have no syntax tree: their comments and functions are read by the lexer alone.
const MAX_TREE_LENGTH: usize = 2 * 1024 * 1024;

/// Nor have files with more words and signs than this: each takes up to a kilobyte of a tree.
const MAX_TOKENS: usize = 250_000;

/// Of larger files no tree of the whole is used again after an edit, parts are: a parse that begins anew might come to its
/// limits where one that continues does not, and the same text has the same tree however it came to be. (No code is known
/// that takes 11 operations for each.)
const MAX_TOKENS_USED_AGAIN: usize = max_operations(Language::Cuda) as usize / 11;

/// The longest line of a file with a syntax tree. Tree-sitter looks for the end of a string again and again in one
/// step that cannot be stopped; this bounds the step.
const MAX_LINE_LENGTH: usize = 16 * 1024;

/// The host's syntax tree, kept to parse the next revision incrementally.
///
/// Broken code of C++ has a tree for each of its parts ([`Boundaries`](super::Boundaries)), so that what is half-typed in
/// one leaves the others as they are.
#[derive(Debug, Clone, Default)]
pub struct HostTree {
    tree: Option<Tree>,
    /// The text that was parsed: the document's, with known macros blanked.
    text: Arc<str>,
    /// The parts of a broken text; of one that is whole, those of the last one that was broken.
    parts: Arc<[Part]>,
    /// The parts of the text before: an edit is often taken back.
    parts_before: Arc<[Part]>,
    /// The last whole text, and its tree, where this one is in parts.
    whole: Option<(Tree, Arc<str>)>,
    /// What was read of the definitions of C++, once they were.
    kept: Arc<OnceLock<Arc<KeptDefinitions>>>,
    /// The same of the last revision of which they were.
    known: Option<Arc<KeptDefinitions>>,
    /// What was read of statements and of layouts in comments.
    readings: Arc<Readings>,
}

impl HostTree {
    /// The syntax tree, where the file is small enough for one and is not in parts. Byte ranges are the document's.
    pub fn tree(&self) -> Option<&Tree> {
        self.tree.as_ref()
    }

    /// What was read of the statements, and of layouts in comments.
    pub(crate) fn readings(&self) -> Arc<Readings> {
        Arc::clone(&self.readings)
    }

    /// Keeps what was read of them for the next revision.
    pub(crate) fn keep_readings(&mut self, readings: Readings) {
        self.readings = Arc::new(readings);
    }

    /// The trees of all parts and what each is the tree of, in the order of the text; none where the file is too large.
    /// What stands around a part has nodes in its tree, too.
    pub(crate) fn trees(&self) -> impl Iterator<Item = (&Tree, Range<usize>)> {
        let parts = if self.tree.is_none() { &*self.parts } else { &[] };
        let whole = self.tree.iter().map(|tree| (tree, 0..self.text.len()));
        whole.chain(parts.iter().map(|part| (&part.tree, part.range())))
    }

    /// Reads the definitions of the text that was parsed, with those of the revision before; keeps them for the next one.
    pub(crate) fn keep_definitions(
        &self,
        read: impl FnOnce(&str, Option<&KeptDefinitions>) -> (Program, KeptDefinitions),
    ) -> Program {
        let known = self.kept.get().or(self.known.as_ref());
        let (program, kept) = read(&self.text, known.map(|known| &**known));
        self.kept.get_or_init(|| Arc::new(kept));
        program
    }

    /// Parses `text`, using again what `previous` has in common with it. No tree is built of what cannot be code.
    pub(crate) fn parse(
        language: Language,
        text: &str,
        comments: &Comments<'_>,
        previous: Option<&Self>,
    ) -> Self {
        let known = previous.and_then(|previous| previous.kept.get().or(previous.known.as_ref()));
        let masked = |text: &str| match language {
            Language::Cuda => mask::masked(text).into(),
            Language::Python | Language::Rust => text.into(),
        };
        Self { known: known.cloned(), ..Self::parse_after(language, text, masked, comments, previous) }
    }

    /// As [`parse`](Self::parse) of C++ of which the parser gets to see what is handed in.
    pub(super) fn parse_as_it_is(text: &str, comments: &Comments<'_>, previous: Option<&Self>) -> Self {
        Self::parse_after(Language::Cuda, text, |text| text.into(), comments, previous)
    }

    fn parse_after(
        language: Language,
        text: &str,
        masked: impl FnOnce(&str) -> Arc<str>,
        comments: &Comments<'_>,
        previous: Option<&Self>,
    ) -> Self {
        let tokens = tokens(text);
        let is_code = text.len() <= MAX_TREE_LENGTH
            && comments.open_literals <= MAX_OPEN_LITERALS / 2
            && text.split('\n').all(|line| line.len() <= MAX_LINE_LENGTH)
            && tokens <= MAX_TOKENS;
        if !is_code {
            return Self::default();
        }
        let text = masked(text);
        let text = match language == Language::Cuda && comments.are_brackets_unbalanced {
            true => mask::stray_end::without_strays(&text).map_or(text, Into::into),
            false => text,
        };
        let (parts, parts_before) = match previous {
            Some(previous) => (Arc::clone(&previous.parts), Arc::clone(&previous.parts_before)),
            None => Default::default(),
        };
        let was_in_parts = previous.is_some_and(|previous| {
            previous.tree.is_none() && previous.parts.iter().any(|part| part.is_broken_in_whole)
        });
        let previous = previous.filter(|_| tokens <= MAX_TOKENS_USED_AGAIN);
        // Of the parts of code that was broken before, most are known.
        let in_parts = || {
            let boundaries = Some(&comments.boundaries).filter(|boundaries| !boundaries.is_empty());
            let known = parts.iter().chain(&*parts_before);
            let (parts, parts_before) = (parse_parts(&text, boundaries?, known)?, Arc::clone(&parts));
            let whole = previous.and_then(Self::last_whole);
            let text: String = parts.iter().map(|part| &*part.parsed).collect();
            Some(Self { text: text.into(), parts, parts_before, whole, ..Self::default() })
        };
        let in_broken_parts =
            || in_parts().filter(|parted| parted.parts.iter().any(|part| part.tree.root_node().has_error()));
        // That brackets do not match says so before the parser does, who takes long over such code.
        if language == Language::Cuda
            && comments.are_brackets_unbalanced
            && let Some(parted) = in_broken_parts()
        {
            return parted;
        }
        // So does a part that is as it was, and in which the whole text had an error.
        let is_broken_as_before = |parted: &Self| parted.parts.iter().any(|part| part.is_broken_in_whole);
        if was_in_parts && let Some(parted) = in_parts().filter(is_broken_as_before) {
            return parted;
        }
        let old = previous.and_then(|previous| previous.edited(&text));
        // In broken code, what the parser makes of it depends on the tree before: that one says nothing then, so that the
        // same text always has the same tree.
        let again = old.as_ref().and_then(|old| parse_tree(language, &text, Some(old)));
        let was_broken = again.is_some();
        if let Some(tree) = again.filter(|tree| !tree.root_node().has_error()) {
            return Self { tree: Some(tree), text, parts, parts_before, ..Self::default() };
        }
        if was_broken && let Some(parted) = in_broken_parts() {
            return parted;
        }
        // A bracket that is not closed yet takes much of the code around it along.
        let mended = || match language {
            Language::Cuda => {
                let mended = mask::half_typed::mended(&text)?;
                Some((parse_tree(language, &mended, None)?, mended))
            }
            Language::Python | Language::Rust => None,
        };
        let whole = || parse_tree(language, &text, None);
        // Where the code is known to be broken, both are tried at the same time.
        let (tree, beside) = match was_broken && comments.boundaries.is_empty() {
            true => std::thread::scope(|threads| {
                let beside = std::thread::Builder::new().spawn_scoped(threads, mended);
                (whole(), beside.ok().and_then(|beside| beside.join().ok()))
            }),
            false => (whole(), None),
        };
        let errors = tree.as_ref().map_or(0, error_bytes);
        // What has no tree within the limits, for the parser lost its way, may have one in parts.
        if (errors > 0 || tree.is_none())
            && let Some(mut parted) = in_parts()
        {
            if let (Some(parts), Some(whole)) = (Arc::get_mut(&mut parted.parts), &tree) {
                note_errors(parts, whole);
            }
            return parted;
        }
        if errors > 0
            && let Some((better, text)) = beside.unwrap_or_else(mended)
            && error_bytes(&better) < errors
        {
            return Self { tree: Some(better), text: text.into(), parts, parts_before, ..Self::default() };
        }
        Self { tree, text, parts, parts_before, ..Self::default() }
    }

    /// The last text that was parsed in one piece, and its tree.
    fn last_whole(&self) -> Option<(Tree, Arc<str>)> {
        match &self.tree {
            Some(tree) => Some((tree.clone(), Arc::clone(&self.text))),
            None => self.whole.clone(),
        }
    }

    /// The old tree, told what changed. The change is found by comparing the two parsed texts: it covers the
    /// whole word where an edit inside a masked word unmasked it.
    fn edited(&self, text: &str) -> Option<Tree> {
        let (mut tree, before) = self.last_whole()?;
        let (old, new) = (before.as_bytes(), text.as_bytes());
        let shorter = old.len().min(new.len());
        let mut start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        start = before.floor_char_boundary(start).min(text.floor_char_boundary(start));
        let mut tail =
            old.iter().rev().zip(new.iter().rev()).take(shorter - start).take_while(|(a, b)| a == b).count();
        while !before.is_char_boundary(old.len() - tail) || !text.is_char_boundary(new.len() - tail) {
            tail -= 1;
        }
        let (old_end, new_end) = (old.len() - tail, new.len() - tail);
        if start == old_end && start == new_end {
            return Some(tree);
        }
        tree.edit(&InputEdit {
            start_byte: start,
            old_end_byte: old_end,
            new_end_byte: new_end,
            start_position: point(text, start),
            old_end_position: point(&before, old_end),
            new_end_position: point(text, new_end),
        });
        Some(tree)
    }
}

/// The syntax tree of a part of C++ code alone, as if nothing stood around it. Its byte ranges are the document's.
pub(crate) fn parse_part(text: &str, part: Range<usize>) -> Option<Tree> {
    parse_part_as(text, part.clone(), text.get(part)?)
}

/// As [`parse_part`], where the parser gets to see `instead`, as long as the part and with its lines.
pub(crate) fn parse_part_as(text: &str, part: Range<usize>, instead: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_cuda::LANGUAGE.into()).ok()?;
    let range = tree_sitter::Range {
        start_byte: part.start,
        end_byte: part.end,
        start_point: point(text, part.start),
        end_point: point(text, part.end),
    };
    parser.set_included_ranges(&[range]).ok()?;
    let masked = mask::masked(instead);
    parse_within_limits((&mut parser, Language::Cuda), &masked, part, None)
}

/// Row and column, in bytes, of a byte.
fn point(text: &str, at: usize) -> Point {
    let before = &text.as_bytes()[..at];
    let row = before.iter().filter(|&&byte| byte == b'\n').count();
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    Point { row, column: at - line_start }
}

/// The syntax tree of a text within the limits of a document's; none where they do not suffice. For whoever asks the
/// tree itself what [`Program`] does not say.
pub fn tree_within_limits(language: Language, text: &str) -> Option<Tree> {
    let is_code = text.len() <= MAX_TREE_LENGTH
        && text.split('\n').all(|line| line.len() <= MAX_LINE_LENGTH)
        && tokens(text) <= MAX_TOKENS;
    is_code.then(|| parse_tree(language, text, None)).flatten()
}

fn parse_tree(language: Language, text: &str, old: Option<&Tree>) -> Option<Tree> {
    let mut parser = Parser::new();
    let grammar = match language {
        Language::Cuda => tree_sitter_cuda::LANGUAGE.into(),
        Language::Python => tree_sitter_python::LANGUAGE.into(),
        Language::Rust => tree_sitter_rust::LANGUAGE.into(),
    };
    parser.set_language(&grammar).ok()?;
    parse_within_limits((&mut parser, language), text, 0..text.len(), old)
}

/// How many words and other signs a text has: about as many leaves as a tree of it.
fn tokens(text: &str) -> usize {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let mut was_word = false;
    let begins = |byte: u8| {
        let begins = if is_word(byte) { !was_word } else { !byte.is_ascii_whitespace() };
        was_word = is_word(byte);
        begins
    };
    text.bytes().map(begins).filter(|begins| *begins).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn tree_of(language: Language, text: &str, previous: Option<&HostTree>) -> (HostTree, Option<String>) {
        let (_, tree) = parse(language, text, previous);
        let shown = tree.tree().map(|tree| tree.root_node().to_sexp());
        (tree, shown)
    }

    /// The tree of a text that is taken apart though nothing in it is broken.
    fn in_parts(text: &str) -> HostTree {
        let comments = crate::host::comments(Language::Cuda, text);
        let masked: Arc<str> = mask::masked(text).into();
        let parts = parse_parts(&masked, &comments.boundaries, []).expect("a short text");
        HostTree { text: masked, parts, ..HostTree::default() }
    }

    #[test]
    fn whole_code_means_in_parts_what_it_means_in_one_piece() {
        let text = "\
namespace a {\n\
constexpr int n = 8;\n\
\n\
template <class T>\n\
struct S : B<T> {\n  \
  using U = T;\n\
\n  \
  static int f(int x) {\n    return x + n;\n  }\n\
\n  \
  struct Inner {\n    \
    int g() {\n      return 1;\n    }\n\
\n    \
    mutable int m;\n    int h() {\n      return m;\n    }\n  \
  };\n\
\n  \
  template <int N>\n  int k() {\n    return N;\n  }\n\
\n  \
  U last;\n\
};\n\
\n\
int use() {\n  return S<int>::f(3);\n}\n\
\n\
int behind = 1;\n\
}  // namespace a\n";
        let (_, whole) = parse(Language::Cuda, text, None);
        assert!(whole.tree().is_some_and(|tree| !tree.root_node().has_error()));
        let parted = in_parts(text);
        assert_eq!(parted.parts.len(), 5, "{:?}", parted.parts.iter().map(Part::range).collect::<Vec<_>>());
        let read = |tree: &HostTree| crate::host::read::read_program(Language::Cuda, text, tree);
        assert_eq!(read(&parted), read(&whole));
    }

    #[test]
    fn a_part_that_is_moved_has_the_tree_of_the_text_alone() {
        let text = |above: &str, between: &str, below: &str| {
            format!(
                "{above}namespace a {{ struct S {{\n  int b;{between}\n\n  int f() {{\n    return b;\n  }}\n\n  \
                 int g() {{\n    return (b;\n  }}\n\n  int h() {{\n  return 1;{below}\n  }}\n}};\n}}\n"
            )
        };
        let places = |tree: &HostTree| -> Vec<(String, Range<usize>, usize)> {
            let mut all = Vec::new();
            for (tree, _) in tree.trees() {
                let mut rest = vec![tree.root_node()];
                while let Some(node) = rest.pop() {
                    all.push((node.kind().to_owned(), node.byte_range(), node.start_position().column));
                    rest.extend((0..node.child_count()).rev().filter_map(|at| node.child(at)));
                }
            }
            all
        };
        let (_, mut tree) = parse(Language::Cuda, &text("", "", ""), None);
        let edits = ["", "int c; ", "int c;\n", ""];
        for above in edits {
            for between in edits {
                for below in edits {
                    let text = text(above, between, below);
                    let (_, again) = parse(Language::Cuda, &text, Some(&tree));
                    let (_, fresh) = parse(Language::Cuda, &text, None);
                    assert!(fresh.tree().is_none() && fresh.parts.len() == 3, "{text}");
                    assert_eq!(places(&again), places(&fresh), "{text}");
                    tree = again;
                }
            }
        }
    }

    /// Edits elsewhere, and those that mend it.
    #[test]
    fn what_is_broken_when_it_is_opened_has_the_tree_of_the_text_alone() {
        let text = |broken: &str, last: &str| {
            format!(
                "int a() {{\n  return 1;\n}}\n\nint b() {{\n  return {broken};\n}}\n\nint c() {{\n  return {last};\n}}\n"
            )
        };
        let (_, mut tree) = parse(Language::Cuda, &text("if 1", "2"), None);
        assert!(tree.parts.iter().any(|part| part.is_broken_in_whole));
        for broken in ["if 1", "1", "if 2", "if 1", "(", "1"] {
            for last in ["2", "2 3 4", "x y", "2"] {
                let text = text(broken, last);
                let (_, again) = parse(Language::Cuda, &text, Some(&tree));
                let (_, fresh) = parse(Language::Cuda, &text, None);
                let shown = |tree: &HostTree| -> Vec<String> {
                    tree.trees().map(|(tree, _)| tree.root_node().to_sexp()).collect()
                };
                assert_eq!(shown(&again), shown(&fresh), "{text}");
                tree = again;
            }
        }
    }

    #[test]
    fn a_brace_between_functions_leaves_the_parts_around_it_as_they_are() {
        let text = |stray: &str| {
            format!(
                "namespace n {{\nint a() {{\n  return 1;\n}}\n\n{stray}\nint b() {{\n  return if 1;\n}}\n\n\
                 int c() {{\n  return 2;\n}}\n\nint d() {{\n  return 3;\n}}\n}}\n\nint e() {{\n  return 4;\n}}\n"
            )
        };
        let (_, whole) = parse(Language::Cuda, &text(""), None);
        let (_, broken) = parse(Language::Cuda, &text("{"), Some(&whole));
        assert_eq!((whole.parts.len(), broken.parts.len()), (4, 4));
        let unchanged = |part: &&Part| whole.parts.iter().any(|other| other.parsed == part.parsed);
        assert_eq!(broken.parts.iter().filter(unchanged).count(), 3);
    }

    #[test]
    fn what_an_edit_took_apart_is_known_again_when_it_is_taken_back() {
        let text = |typed: &str| {
            format!(
                "int a() {{\n  return 1;\n}}\n\nint b() {{{typed}\n  return if 1;\n}}\n\nint c() {{\n  return 2;\n}}\n"
            )
        };
        let (_, before) = parse(Language::Cuda, &text(""), None);
        let (_, edited) = parse(Language::Cuda, &text("("), Some(&before));
        let (_, again) = parse(Language::Cuda, &text(""), Some(&edited));
        let broken =
            |tree: &HostTree| tree.parts.iter().map(|part| part.is_broken_in_whole).collect::<Vec<_>>();
        assert_eq!(broken(&before), [false, true, false]);
        assert_eq!(broken(&again), broken(&before));
    }

    #[test]
    fn an_edit_into_broken_code_leaves_the_tree_of_the_text_alone() {
        let whole = "void f() { if (a) { g(1); } int x = h(2); }\nstruct S { int m; };\n";
        let (before, _) = tree_of(Language::Cuda, whole, None);
        let mut broken = 0;
        for start in 0..whole.len() {
            for length in [1, 3, 9] {
                let end = (start + length).min(whole.len());
                let edited = format!("{}{}", &whole[..start], &whole[end..]);
                let (_, again) = tree_of(Language::Cuda, &edited, Some(&before));
                let (fresh_tree, fresh) = tree_of(Language::Cuda, &edited, None);
                assert_eq!(again, fresh, "{edited:?}");
                broken += usize::from(fresh_tree.tree().is_some_and(|tree| tree.root_node().has_error()));
            }
        }
        assert!(broken > 50, "only {broken} of the texts are broken");
    }
}
