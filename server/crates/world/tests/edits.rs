//! Random edits through the rope against the same edits of a plain string, in each encoding.

use layoutlens_library::of_language;
use layoutlens_syntax::Language;
use layoutlens_world::{Change, Document, Encoding, Position, offset, position};
use proptest::prelude::*;

/// Pieces that have gone wrong somewhere: every line break, breaks that are none, astral characters, a BOM.
const PIECES: &[&str] = &[
    "a",
    "layout",
    " ",
    "é",
    "λ",
    "𝔸",
    "👩‍🚀",
    "\u{feff}",
    "\n",
    "\r\n",
    "\r",
    "\u{2028}",
    "\u{85}",
    "\u{b}",
    "\t",
];

fn text(pieces: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), pieces).prop_map(|pieces| pieces.concat())
}

fn encoding() -> impl Strategy<Value = Encoding> {
    prop::sample::select(vec![Encoding::Utf8, Encoding::Utf16, Encoding::Utf32])
}

/// Most are in the text; the line behind the last and every column are in every text.
fn place() -> impl Strategy<Value = Position> {
    let line = prop_oneof![9 => 0..12u32, 1 => Just(u32::MAX)];
    let column = prop_oneof![9 => 0..20u32, 1 => Just(u32::MAX)];
    (line, column).prop_map(|(line, column)| Position { line, column })
}

fn width(encoding: Encoding, char: char) -> usize {
    match encoding {
        Encoding::Utf8 => char.len_utf8(),
        Encoding::Utf16 => char.len_utf16(),
        Encoding::Utf32 => 1,
    }
}

/// Byte ranges of the lines without their breaks, found a character at a time.
fn lines(text: &str) -> Vec<std::ops::Range<usize>> {
    let (mut lines, mut start, mut at) = (Vec::new(), 0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let length = match () {
            () if rest.starts_with("\r\n") => 2,
            () if rest.starts_with(['\n', '\r']) => 1,
            () => {
                at += rest.chars().next().map_or(1, char::len_utf8);
                continue;
            }
        };
        lines.push(start..at);
        at += length;
        start = at;
    }
    lines.push(start..text.len());
    lines
}

fn model_offset(text: &str, encoding: Encoding, place: Position) -> usize {
    let Some(line) = lines(text).get(place.line as usize).cloned() else { return text.len() };
    let mut left = place.column as usize;
    for (at, char) in text[line.clone()].char_indices() {
        let width = width(encoding, char);
        if left < width {
            return line.start + at;
        }
        left -= width;
    }
    line.end
}

/// The place when it is one of the text, else the nearest before it.
fn fitting(text: &str, encoding: Encoding, place: Position) -> Position {
    let lines = u32::try_from(lines(text).len()).expect("few lines");
    if place.line >= lines {
        return Position { line: lines, column: 0 };
    }
    position(&ropey::Rope::from_str(text), encoding, model_offset(text, encoding, place))
}

proptest! {
    #[test]
    fn edits_agree_with_a_plain_string(
        start in text(0..40),
        edits in prop::collection::vec((place(), place(), text(0..4)), 1..20),
        encoding in encoding(),
    ) {
        let mut model = start.clone();
        let mut document = Document::new(0, Language::Cuda, &start, of_language);
        for (version, (one, other, text)) in (1..).zip(edits) {
            let (start, end) = (one.min(other), one.max(other));
            let (start, end) = (fitting(&model, encoding, start), fitting(&model, encoding, end));
            let range = model_offset(&model, encoding, start)..model_offset(&model, encoding, end);
            model.replace_range(range, &text);
            document.edit(version, vec![Change::Range { start, end, text }], encoding);
            prop_assert_eq!(document.lost(), None);
            prop_assert_eq!(document.rope().to_string(), model.as_str());
            prop_assert_eq!(document.rope().len_lines(), lines(&model).len());
        }
    }

    #[test]
    fn every_character_comes_back_to_its_byte(text in text(0..40), encoding in encoding()) {
        let rope = ropey::Rope::from_str(&text);
        for line in lines(&text) {
            for at in line.clone().filter(|&at| text.is_char_boundary(at)).chain([line.end]) {
                let place = position(&rope, encoding, at);
                prop_assert_eq!(offset(&rope, encoding, place), at);
                prop_assert_eq!(model_offset(&text, encoding, place), at);
            }
        }
    }

    #[test]
    fn an_incremental_analysis_equals_a_fresh_one(
        language in prop::sample::select(vec![Language::Cuda, Language::Python, Language::Rust]),
        start in annotated(0..20),
        edits in prop::collection::vec((place(), place(), annotated(0..4)), 1..8),
    ) {
        let mut document = Document::new(0, language, &start, of_language);
        document.analysis();
        for (version, (one, other, text)) in (1..).zip(edits) {
            let (start, end) = (one.min(other), one.max(other));
            document.edit(version, vec![Change::Range { start, end, text }], Encoding::Utf16);
            if document.lost().is_some() {
                let whole = document.rope().to_string();
                document.edit(version, vec![Change::Full(whole)], Encoding::Utf16);
            }
            let fresh = Document::new(version, language, &document.rope().to_string(), of_language);
            let (incremental, fresh) = (document.analysis(), fresh.analysis());
            prop_assert_eq!(&incremental.file.annotations, &fresh.file.annotations);
            prop_assert_eq!(&incremental.file.comments, &fresh.file.comments);
            prop_assert_eq!(&incremental.file.scopes, &fresh.file.scopes);
            prop_assert_eq!(&incremental.file.errors, &fresh.file.errors);
            prop_assert_eq!(&incremental.file.host_names, &fresh.file.host_names);
        }
    }
}

/// Code in which comments, strings and functions begin, end and move.
fn annotated(pieces: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "// cute: let A = (4,8):(1,4)\n",
        "# cute: show A\n",
        "// (4,8):(1,4)\n",
        "/*",
        "*/",
        "\"",
        "\"\"\"",
        "\n",
        "    ",
        "CUTE_HOST_DEVICE ",
        "void f() {\n",
        "def f():\n",
        "fn f() {\n",
        "}\n",
        "(4,",
        "auto x = 8;\n",
        "é",
    ];
    prop::collection::vec(prop::sample::select(PIECES), pieces).prop_map(|pieces| pieces.concat())
}
