//! `layoutlens inspect`: a file as an editor shows it, or its layouts as data.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use layoutlens_eval::host::OfLanguage;
use layoutlens_ide::{HintKinds, HintOptions, HintPlace, InlayHint, Inspected, InspectedKind, inlay_hints};
use layoutlens_render::escape::{of_same_length, one_line};
use layoutlens_world::Document;
use serde::Serialize;

use super::document::{self, ReadError, Surroundings, place};
use super::notebook::{self, Cell, Notebook, is_notebook};
use super::{Status, terminal};
use crate::settings;

/// What to inspect.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A CUDA C++, Python or Rust file, or a notebook.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The source with its hints, or one array of objects.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Whom the output is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The source, with the hints at the ends of its lines.
    Human,
    /// One array of objects.
    Json,
}

/// Inspects and prints.
///
/// # Errors
/// The file cannot be read or standard output not be written.
pub(super) fn inspect(arguments: &Arguments, libraries: OfLanguage) -> io::Result<Status> {
    let surroundings = Surroundings::here(libraries);
    let read = Read::of(&arguments.file, &surroundings).map_err(io::Error::other)?;
    let (configuration, remarks) = settings::of_current_folder();
    for remark in &remarks {
        terminal::warn(remark);
    }
    match arguments.format {
        Format::Human => write_source(&read, configuration.hint_kinds, terminal::output()),
        Format::Json => write_json(&read, terminal::raw_output()),
    }?;
    surroundings.warn_of_unread();
    Ok(Status::Clean)
}

/// A file that was read: one text, or the cells of a notebook.
struct Read {
    document: Document,
    cells: Vec<Cell>,
}

impl Read {
    fn of(file: &Path, surroundings: &Surroundings) -> Result<Self, ReadError> {
        if is_notebook(file) {
            let Notebook { program, cells } = notebook::read(file, surroundings)?;
            return Ok(Self { document: program, cells });
        }
        Ok(Self { document: document::read(file, surroundings)?, cells: Vec::new() })
    }

    /// The cell in which a byte stands.
    fn cell_at(&self, offset: usize) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.holds(offset))
    }
}

/// The source, line by line, with each hint where an editor puts it.
fn write_source(read: &Read, kinds: HintKinds, mut out: impl Write) -> io::Result<()> {
    let analysis = read.document.analysis();
    let options = HintOptions { kinds, place: HintPlace::Line, ..HintOptions::default() };
    let hints = inlay_hints(&analysis, 0..analysis.text.len(), &options);
    if read.cells.is_empty() {
        write_part(&analysis.text, 0, &hints, &mut out)?;
    }
    for cell in &read.cells {
        writeln!(out, "\u{1b}[2m# cell {}\u{1b}[0m", cell.number)?;
        let mut at = cell.stretch.bytes.start;
        let program = analysis.text.get(cell.stretch.bytes.clone()).unwrap_or_default();
        let mut written = cell.source.split('\n');
        for line in program.split('\n') {
            let written = written.next().unwrap_or_default();
            let has_hint = hints.iter().any(|hint| at <= hint.offset && hint.offset <= at + line.len());
            // What stands for a line of IPython is not what the user wrote.
            let shown = if has_hint { line } else { written };
            write_part(shown, at, if has_hint { &hints } else { &[] }, &mut out)?;
            at += line.len() + 1;
        }
    }
    out.flush()
}

/// A text that begins at a byte of the program, with the hints in it; it ends with its line.
fn write_part(text: &str, start: usize, hints: &[InlayHint], out: &mut impl Write) -> io::Result<()> {
    let mut written = 0;
    for hint in hints {
        let Some(offset) = hint.offset.checked_sub(start).filter(|offset| *offset <= text.len()) else {
            continue;
        };
        let before = text.get(written..offset).unwrap_or_default();
        write!(out, "{}{}", of_same_length(before), Spliced(hint))?;
        written = offset;
    }
    write!(out, "{}", of_same_length(text.get(written..).unwrap_or_default()))?;
    if !text.ends_with('\n') {
        writeln!(out)?;
    }
    Ok(())
}

/// A hint in the text, dimmed as editors dim it and marked for those who see no colour.
struct Spliced<'a>(&'a InlayHint);

impl std::fmt::Display for Spliced<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "  \u{1b}[2m» {}\u{1b}[0m", one_line(&self.0.full))
    }
}

/// One layout of a file. Line and column count from 1, the column in characters.
#[derive(Serialize)]
struct Entry<'a> {
    /// Of a notebook, which of its cells, from 1; the line is the cell's.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<usize>,
    line: u32,
    column: u32,
    name: Option<&'a str>,
    kind: &'static str,
    layouts: Vec<Layout<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    supposed: Vec<Layout<'a>>,
    verdict: Option<&'static str>,
    unknown: Option<&'a str>,
}

/// One answer; `when` is the call site it holds for, when several differ, or what is supposed, and the thread it is of.
#[derive(Serialize)]
struct Layout<'a> {
    text: &'a str,
    when: Option<&'a str>,
}

fn write_json(read: &Read, mut out: impl Write) -> io::Result<()> {
    let inspected = layoutlens_ide::inspect(&read.document.analysis());
    let entries: Vec<Entry<'_>> = inspected.iter().map(|inspected| entry(read, inspected)).collect();
    terminal::write_json(&entries, &mut out)?;
    out.flush()
}

fn entry<'a>(read: &Read, inspected: &'a Inspected) -> Entry<'a> {
    let start = place(read.document.rope(), inspected.range.start);
    let cell = read.cell_at(inspected.range.start);
    let above = cell.map_or(0, |cell| cell.stretch.lines.start);
    let layout = |layout: &'a layoutlens_ide::InspectedLayout| Layout {
        text: &layout.text,
        when: layout.when.as_deref(),
    };
    Entry {
        cell: cell.map(|cell| cell.number),
        line: start.line.saturating_sub(above),
        column: start.column,
        name: inspected.name.as_deref(),
        kind: match inspected.kind {
            InspectedKind::Binding => "binding",
            InspectedKind::Statement => "statement",
            InspectedKind::Comment => "comment",
            InspectedKind::Access => "access",
        },
        layouts: inspected.layouts.iter().map(layout).collect(),
        supposed: inspected.supposed.iter().map(layout).collect(),
        verdict: inspected.verdict,
        unknown: inspected.unknown.as_deref(),
    }
}
