//! Standard output and standard error, with colour where a person looks.
//!
//! `anstream` strips colour when the stream is no terminal, when `NO_COLOR` is set, and obeys `CLICOLOR_FORCE`.
#![expect(clippy::print_stderr, reason = "the terminal is this module's business")]

use std::io::{self, BufWriter, Write};

use annotate_snippets::Renderer;

/// Standard output for people, buffered; colour is stripped where it does not belong.
pub(super) fn output() -> impl Write {
    BufWriter::new(anstream::AutoStream::auto(io::stdout().lock()))
}

/// Standard output for machines, buffered.
pub(super) fn raw_output() -> impl Write {
    BufWriter::new(io::stdout().lock())
}

/// Standard error for people, buffered; colour is stripped where it does not belong.
pub(super) fn error_output() -> impl Write {
    BufWriter::new(anstream::AutoStream::auto(io::stderr().lock()))
}

/// Draws source excerpts; always with colour, which [`output`] strips where it does not belong.
pub(super) fn renderer() -> Renderer {
    Renderer::styled()
}

/// Tells the user on standard error what could not be done.
pub(super) fn complain(message: &str) {
    anstream::eprintln!("\u{1b}[1;31merror\u{1b}[0m: {message}");
}

/// Tells the user on standard error what they should know.
pub(super) fn note(message: &str) {
    anstream::eprintln!("\u{1b}[1;32mnote\u{1b}[0m: {message}");
}
