//! Reads fixtures.

use std::sync::Arc;

use layoutlens_library::of_language;
use layoutlens_syntax::Language;
use layoutlens_world::{Analysis, Document};

/// A fixture analysed as one revision of a document.
pub(crate) struct Fixture {
    pub(crate) analysis: Arc<Analysis>,
    /// Byte of `$0`, or 0.
    pub(crate) cursor: usize,
}

pub(crate) fn cuda(text: &str) -> Fixture {
    read(Language::Cuda, text)
}

pub(crate) fn python(text: &str) -> Fixture {
    read(Language::Python, text)
}

pub(crate) fn rust(text: &str) -> Fixture {
    read(Language::Rust, text)
}

pub(crate) fn read(language: Language, text: &str) -> Fixture {
    let cursor = text.find("$0").unwrap_or(0);
    let text = text.replacen("$0", "", 1);
    Fixture { analysis: Document::new(1, language, &text, of_language).analysis(), cursor }
}
