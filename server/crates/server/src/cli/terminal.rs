//! Standard output and standard error, with colour where a person looks.
//!
//! `anstream` strips colour when the stream is no terminal, when `NO_COLOR` is set, and obeys `CLICOLOR_FORCE`.

use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use annotate_snippets::Renderer;
use layoutlens_render::escape::{json, one_line, visible};

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

/// All of standard input, which is refused when it is longer: the beginning of it may say something else.
pub(super) fn input(most_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().take(most_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most_bytes {
        let reason = format!("standard input has more than {} MiB, which are not read", most_bytes >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// Draws source excerpts; always with colour, which [`output`] strips where it does not belong.
pub(super) fn renderer() -> Renderer {
    Renderer::styled()
}

/// The name of a file, on one line whatever it holds.
pub(super) fn path(path: &Path) -> String {
    one_line(&path.to_string_lossy()).into_owned()
}

/// Writes JSON with a line end; a terminal that shows it has nothing to obey.
pub(super) fn write_json(value: &impl serde::Serialize, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", json(&serde_json::to_string_pretty(value)?))
}

/// Tells the user on standard error what could not be done.
pub(super) fn complain(message: &str) {
    say("31", "error", message);
}

/// Tells the user on standard error what was left out.
pub(super) fn warn(message: &str) {
    say("33", "warning", message);
}

/// Tells the user on standard error what they should know.
pub(super) fn note(message: &str) {
    say("32", "note", message);
}

fn say(colour: &str, level: &str, message: &str) {
    anstream::eprintln!("\u{1b}[1;{colour}m{level}\u{1b}[0m: {}", visible(message));
}
