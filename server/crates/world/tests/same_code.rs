//! Comments, blanks and empty lines that are typed into code and taken out of it: what a document shows that saw the edits
//! is what one shows that is opened with the text.
//!
//! `LAYOUTLENS_COMMENT_EDITS` gives how many edits each fixture gets, for a longer run.

use std::{fmt::Write as _, fs, path::Path};

use layoutlens_eval::host::{Answer, HostEvaluation};
use layoutlens_library::of_language;
use layoutlens_syntax::Language;
use layoutlens_world::{Analysis, Change, Document, Encoding, position};
use ropey::Rope;

/// Edits of a fixture where nobody says how many.
const EDITS: usize = 1;

/// What is typed: most of it is no code where most of it goes.
const TYPED: [&str; 12] = [
    "// cute: show (4,8):(1,4)\n",
    "# cute: show (4,8):(1,4)\n",
    " /* 8 */ ",
    "\n",
    "  ",
    " // the rows, (4,8):(1,4)",
    "  # the rows, (4,8):(1,4)",
    "\n// cute: with M = 64\n",
    "\n    # cute: with m = 64\n",
    "/*",
    "\"\"\"",
    "8",
];

/// The same edits in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap_or(0)
    }
}

/// All that is shown of answers.
fn push_answers<'a>(shown: &mut String, answers: impl IntoIterator<Item = &'a Answer>) {
    for Answer { value: _, evaluated, site, thread } in answers {
        let _ = write!(shown, "\n    {evaluated:?} {site:?} {thread:?}");
    }
}

fn shown(analysis: &Analysis) -> String {
    let HostEvaluation { variables, nodes, problems } = &analysis.evaluation.host;
    let mut shown = String::new();
    for variable in variables {
        let (name, range, statement) = (&variable.name, &variable.range, &variable.statement);
        let (kind, visible, is_sample) = (variable.kind, &variable.visible, variable.is_sample);
        let _ = write!(shown, "\n{name} {range:?} {statement:?} {kind:?} {visible:?} {is_sample}");
        push_answers(&mut shown, &variable.answers);
        for supposed in &variable.supposed {
            let _ = write!(shown, "\n  if {:?}", supposed.condition);
            push_answers(&mut shown, [&supposed.answer]);
        }
    }
    for node in nodes {
        let _ = write!(shown, "\n{:?}", node.range);
        push_answers(&mut shown, &node.answers);
        for supposed in &node.supposed {
            let _ = write!(shown, "\n  if {:?}", supposed.condition);
            push_answers(&mut shown, [&supposed.answer]);
        }
    }
    let _ = write!(shown, "\n{problems:#?}\n{:#?}", analysis.evaluation.problems);
    shown
}

/// The text with something typed at a byte, and the edit.
fn typed(text: &str, at: usize, insertion: &str) -> (String, Change) {
    let rope = Rope::from_str(text);
    let place = position(&rope, Encoding::Utf8, at);
    let (before, behind) = text.split_at(at);
    (
        format!("{before}{insertion}{behind}"),
        Change::Range { start: place, end: place, text: insertion.to_owned() },
    )
}

/// A byte at the beginning or the end of a line, or somewhere.
fn some_place(text: &str, random: &mut Random) -> usize {
    let at = random.below(text.len() + 1);
    let line_start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let line_end = text.get(at..).and_then(|behind| behind.find('\n')).map_or(text.len(), |end| at + end);
    let at = match random.below(3) {
        0 => line_start,
        1 => line_end,
        _ => at,
    };
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[test]
fn what_is_shown_behind_edits_of_comments_is_what_the_text_shows() {
    let edits = std::env::var("LAYOUTLENS_COMMENT_EDITS").ok().and_then(|count| count.parse().ok());
    let edits = edits.unwrap_or(EDITS);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../eval/tests/host");
    let mut files = Vec::new();
    let mut folders = vec![root.join("cpp"), root.join("python")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let (mut compared, mut random) = (0, Random(0x9E37_79B9_7F4A_7C15));
    for path in &files {
        let language = match path.extension().and_then(|ending| ending.to_str()) {
            Some("cu") => Language::Cuda,
            Some("py") => Language::Python,
            _ => continue,
        };
        let mut text = fs::read_to_string(path).unwrap();
        let mut live = Document::new(0, language, &text, of_language);
        live.analysis();
        for _ in 0..edits {
            let insertion = TYPED[random.below(TYPED.len())];
            let (edited, change) = typed(&text, some_place(&text, &mut random), insertion);
            let version = live.version() + 1;
            live.edit(version, vec![change.clone()], Encoding::Utf8);
            let fresh = Document::new(version, language, &edited, of_language);
            assert_eq!(shown(&live.analysis()), shown(&fresh.analysis()), "{} {change:?}", path.display());
            compared += 1;
            // Every second one stays: the next edit is one of a file with it.
            if random.below(2) == 0 {
                text = edited;
            } else {
                live = Document::new(version, language, &text, of_language);
                live.analysis();
            }
        }
    }
    assert!(compared > 400, "only {compared} texts were compared");
    println!("{compared} texts compared");
}
