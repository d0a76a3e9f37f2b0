//! Text of a host language.

use std::ops::Range;

use layoutlens_syntax::Language;

/// A text and its language. An input is a letter, `c`, `p` or `r`, and the text behind it: so a file of the corpus can
/// be read and written by hand.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Named by the letter; any other letter is C++.
    pub language: Language,
    /// All behind the letter.
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// `None` for an empty input.
    pub fn of(input: &'a str) -> Option<Self> {
        let letter = input.chars().next()?;
        let language = match letter {
            'p' => Language::Python,
            'r' => Language::Rust,
            _ => Language::Cuda,
        };
        input.get(letter.len_utf8()..).map(|text| Self { language, text })
    }
}

/// Each of `ranges` can be cut out of `text`.
///
/// # Panics
/// Where one cannot: a front end would panic, or underline another place.
pub fn assert_ranges(text: &str, what: &str, ranges: impl IntoIterator<Item = Range<usize>>) {
    for range in ranges {
        assert!(text.get(range.clone()).is_some(), "{what} at {range:?} of {} bytes", text.len());
    }
}
