//! Any text through the readers of C++, Python and Rust; then with a piece taken out, read incrementally: the program is the
//! one of a reader that never saw the first text.

use crate::{Source, assert_ranges};
use layoutlens_syntax::{parse, read_program};

/// A letter for a language, and code.
///
/// # Panics
/// Where what the file says does not hold.
pub fn readers(input: &str) {
    let Some(Source { language, text }) = Source::of(input) else { return };
    let (file, tree) = parse(language, text, None);
    assert_ranges(text, "a statement", file.annotations.iter().map(|annotation| annotation.range.clone()));
    let _ = read_program(language, text, &tree);

    let Some(shorter) = without_the_middle(text) else { return };
    let (file, tree) = parse(language, &shorter, Some(&tree));
    let (fresh_file, fresh_tree) = parse(language, &shorter, None);
    assert_eq!(file, fresh_file, "{shorter:?} after {text:?}");
    assert_eq!(
        read_program(language, &shorter, &tree),
        read_program(language, &shorter, &fresh_tree),
        "{shorter:?} after {text:?}"
    );
}

/// The text without its second third.
fn without_the_middle(text: &str) -> Option<String> {
    let boundary = |at: usize| (at..text.len()).find(|at| text.is_char_boundary(*at));
    let (first, second) = (boundary(text.len() / 3)?, boundary(2 * text.len() / 3)?);
    Some([text.get(..first)?, text.get(second..)?].concat())
}
