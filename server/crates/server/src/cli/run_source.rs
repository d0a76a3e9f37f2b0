//! Where `layoutlens run` finds its statement: in its argument, or in a file.

use std::{fmt::Write as _, path::Path};

use layoutlens_eval::host::OfLanguage;
use layoutlens_ide::{RunStatement, diagnostics, run_statements};
use layoutlens_syntax::Language;
use layoutlens_world::Document;

use super::document::{self, ReadError, Surroundings, place};
use super::{Status, terminal};

/// What a statement begins with; anything else may be a file.
const FIRST_WORDS: [&str; 4] = ["copy", "gemm", "run", "cute:"];

/// What stands before one, in the same argument.
const BINDING_WORDS: [&str; 2] = ["let", "with"];

/// Stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The longest statement that is read from there, in bytes.
const MAX_STATEMENT: u64 = 1 << 20;

/// Why a file gives no statement.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoStatement {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It has none, none there, or more than one.
    #[error("{0}")]
    Choice(String),
    /// The one that is meant cannot run.
    #[error("{0}")]
    Broken(String),
}

impl NoStatement {
    /// Names the kind for machines.
    pub(super) fn code(&self) -> &'static str {
        match self {
            NoStatement::Read(_) => "file",
            NoStatement::Choice(_) => "which-statement",
            NoStatement::Broken(_) => "broken-statement",
        }
    }

    pub(super) fn status(&self) -> Status {
        match self {
            NoStatement::Read(_) | NoStatement::Choice(_) => Status::Failure,
            NoStatement::Broken(_) => Status::Findings,
        }
    }
}

/// The statement that an argument is, or that it names as `FILE` or `FILE:LINE`, with its names replaced by their values.
///
/// # Errors
/// [`NoStatement`] of a file.
pub(super) fn statement(argument: &str, libraries: OfLanguage) -> Result<String, NoStatement> {
    if argument == STANDARD_INPUT {
        let text = terminal::input(MAX_STATEMENT).map_err(|error| NoStatement::Choice(error.to_string()))?;
        return statement(String::from_utf8_lossy(&text).trim(), libraries);
    }
    if let Some((before, last)) = argument.trim_end_matches([';', ' ']).rsplit_once(';')
        && before.split_whitespace().next().is_some_and(|word| BINDING_WORDS.contains(&word))
    {
        return behind_others(before, last, libraries);
    }
    let Some((path, line)) = file_and_line(argument) else { return Ok(argument.to_owned()) };
    let surroundings = Surroundings::here(libraries);
    let document = document::read(path, &surroundings)?;
    let statement = in_document(&document, path, line);
    surroundings.warn_of_unread();
    statement
}

/// A statement with the names that the statements before it bind replaced by their values: `let A = (4,8); copy A -> A : f32`.
fn behind_others(before: &str, last: &str, libraries: OfLanguage) -> Result<String, NoStatement> {
    let mut text = String::new();
    for statement in before.split(';') {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "// cute: {}", statement.replace(['\n', '\r'], " ").trim());
    }
    let last = last.replace(['\n', '\r'], " ");
    let _ = writeln!(text, "// cute: {}", layoutlens_ide::with_keyword(last.trim()));
    let document = Document::new(0, Language::Cuda, &text, libraries);
    in_document(&document, Path::new("<statement>"), None)
}

/// `FILE` or `FILE:LINE`; `None` for a statement.
fn file_and_line(argument: &str) -> Option<(&Path, Option<u32>)> {
    if Path::new(argument).exists() {
        return Some((Path::new(argument), None));
    }
    let first = argument.split_whitespace().next()?;
    if FIRST_WORDS.contains(&first) {
        return None;
    }
    let (path, line) = without_number(argument);
    // `FILE:LINE:COLUMN`, as compilers print places.
    let (path, line) = match without_number(path) {
        (path, Some(line)) => (path, Some(line)),
        (_, None) => (path, line),
    };
    let path = path.strip_suffix(':').unwrap_or(path);
    let is_one_word = !argument.contains(char::is_whitespace);
    let path = Path::new(path);
    (is_one_word || path.exists() || Language::from_path(path).is_some()).then_some((path, line))
}

/// What stands before `:NUMBER`, and the number; one that is too large for a line is that of no line.
fn without_number(text: &str) -> (&str, Option<u32>) {
    match text.rsplit_once(':') {
        Some((path, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            (path, Some(number.parse().unwrap_or(u32::MAX)))
        }
        _ => (text, None),
    }
}

fn in_document(document: &Document, path: &Path, line: Option<u32>) -> Result<String, NoStatement> {
    let analysis = document.analysis();
    let all = run_statements(&analysis);
    let line_of = |offset| place(document.rope(), offset).line;
    let lines_of = |found: &RunStatement| line_of(found.range.start)..=line_of(found.range.end);
    let meant: Vec<&RunStatement> =
        all.iter().filter(|found| line.is_none_or(|line| lines_of(found).contains(&line))).collect();
    let [found] = meant.as_slice() else {
        let mut message = match (line, all.len()) {
            (_, 0) => format!("{}: no `run` statement", terminal::path(path)),
            (Some(line), _) => {
                format!("{}: no `run` statement in line {line}; there are", terminal::path(path))
            }
            (None, many) => {
                format!("{}: {many} `run` statements; choose one by its line:", terminal::path(path))
            }
        };
        for other in &all {
            let source = analysis.text.get(other.range.clone()).unwrap_or_default();
            let source = source.split_whitespace().collect::<Vec<_>>().join(" ");
            // Writing to a String cannot fail.
            let _ = write!(message, "\n  {}:{}  {source}", terminal::path(path), line_of(other.range.start));
        }
        return Err(NoStatement::Choice(message));
    };
    found.statement.clone().ok_or_else(|| {
        let within =
            |range: &std::ops::Range<usize>| range.start < found.range.end && found.range.start < range.end;
        let reason = diagnostics(&analysis).into_iter().find(|diagnostic| within(&diagnostic.range));
        let reason = reason.map_or_else(|| "it cannot run".to_owned(), |reason| reason.message);
        NoStatement::Broken(format!("{}:{}: {reason}", terminal::path(path), line_of(found.range.start)))
    })
}
