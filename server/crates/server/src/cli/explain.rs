//! `layoutlens explain`: what a compiler's message means, from the file that it names.

use std::io::{self, Write};
use std::path::Path;

use layoutlens_eval::host::OfLanguage;

use super::document::{self, Surroundings};
use super::report::human::{Source, excerpt};
use super::{Status, terminal};
use crate::compiler_message::{self, Explained};

/// The longest message that is read, in bytes.
const MAX_MESSAGE: u64 = 16 << 20;
/// Stands for standard input.
const STANDARD_INPUT: &str = "-";

/// What to explain.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A file that holds what nvcc, clang, g++ or the CuTe DSL printed; `-` reads standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    message: String,
}

/// Explains and prints.
///
/// # Errors
/// The message cannot be read or standard output not be written.
pub(super) fn explain(arguments: &Arguments, libraries: OfLanguage) -> io::Result<Status> {
    let message = match arguments.message.as_str() {
        STANDARD_INPUT => of_standard_input()?,
        file => document::text_of(Path::new(file)).map_err(io::Error::other)?,
    };
    let surroundings = Surroundings::here(libraries);
    let read = |file: &Path| document::read(file, &surroundings).map_err(|error| error.to_string());
    let Explained { found, sentences, unread, nothing } = compiler_message::explain(&message, read);
    let mut out = terminal::output();
    for found in &found {
        let (path, source) = (found.file.display().to_string(), Source::new(&found.analysis.text));
        for finding in &found.findings {
            writeln!(out, "{}\n", excerpt(&terminal::renderer(), &path, &source, finding))?;
        }
    }
    surroundings.warn_of_unread();
    if found.is_empty() {
        unread.iter().for_each(|why| terminal::warn(why));
    }
    for sentence in sentences {
        writeln!(out, "{sentence}")?;
    }
    out.flush()?;
    if let Some(nothing) = nothing {
        terminal::complain(nothing);
    }
    Ok(Status::Findings)
}

fn of_standard_input() -> io::Result<String> {
    Ok(String::from_utf8_lossy(&terminal::input(MAX_MESSAGE)?).into_owned())
}
