//! What is asked of names and statements can be asked of any text, at any byte.

use layoutlens_ide::{
    definition, document_symbols, folding_ranges, format_statements, prepare_rename, references, rename,
    selection_ranges, semantic_tokens,
};
use layoutlens_library::of_language;
use layoutlens_syntax::Language;
use layoutlens_world::Document;

/// What texts are made of: words, signs and halves of both.
const PARTS: &[&str] = &[
    "// cute: ",
    "# cute: ",
    "cute:",
    "let ",
    "show ",
    "with ",
    "run copy ",
    "allow(",
    "assert ",
    "A",
    "o",
    " o ",
    "size",
    "size<",
    "Sw<3,4,3>",
    "(",
    ")",
    "<",
    ">",
    "{",
    "}",
    ",",
    ":",
    "=",
    "==",
    "->",
    "-",
    "@",
    "1/2@0",
    "_",
    "?{div=8}",
    "é",
    "𝔸",
    "\"",
    "'",
    "\n",
    "\n",
    "\n//  ",
    "\r\n",
    "/*",
    "*/",
    " * ",
    "\t",
    "8",
    "f32",
    "def f():",
    "\"\"\"",
];

/// Everything that can be asked, and that each answer lies in the text.
fn ask(language: Language, text: &str) {
    let analysis = Document::new(1, language, text, of_language).analysis();
    let all = 0..text.len();
    let lies_inside =
        |range: &std::ops::Range<usize>| assert!(text.get(range.clone()).is_some(), "{range:?} in {text:?}");
    let mut end = 0;
    for token in semantic_tokens(&analysis, all.clone()) {
        lies_inside(&token.range);
        assert!(end <= token.range.start && !text[token.range.clone()].contains('\n'), "{text:?}");
        end = token.range.end;
    }
    for edit in format_statements(&analysis, all) {
        lies_inside(&edit.range);
        assert!(text[edit.range].trim().is_empty(), "{text:?}");
    }
    folding_ranges(&analysis, None).iter().for_each(|folding| lies_inside(&folding.range));
    for symbol in document_symbols(&analysis) {
        lies_inside(&symbol.range);
        lies_inside(&symbol.name_range);
    }
    for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
        definition(&analysis, at).iter().for_each(lies_inside);
        references(&analysis, at, true).iter().for_each(lies_inside);
        let ranges = selection_ranges(&analysis, at);
        ranges.iter().for_each(lies_inside);
        for pair in ranges.windows(2) {
            assert!(pair[1].start <= pair[0].start && pair[0].end <= pair[1].end, "{ranges:?} in {text:?}");
        }
        if let Ok(Some(range)) = prepare_rename(&analysis, at) {
            lies_inside(&range);
            if let Ok(places) = rename(&analysis, at, "other") {
                assert!(places.contains(&range), "{places:?} in {text:?}");
            }
        }
    }
}

#[test]
fn any_text_has_answers_that_lie_in_it() {
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..400 {
        let language = [Language::Cuda, Language::Python, Language::Rust][round % 3];
        let count = random.usize(1..24);
        let parts = (0..count).map(|_| random.choice(PARTS).copied().unwrap_or_default());
        let text: String = std::iter::once(PARTS[round % 2]).chain(parts).collect();
        ask(language, &text);
    }
}

#[test]
fn half_typed_statements_have_answers_that_lie_in_them() {
    let text = "// cute: let A = group<0,2>((4,(3,2)):(2,(8,1)))\n// cute: with M = 8, K % 64 == 0\n// cute: run copy A o 8:-1 -> 8:1 : f32 (tile=8)\n";
    for end in 0..=text.len() {
        ask(Language::Cuda, &text[..end]);
    }
}
