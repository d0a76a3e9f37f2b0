//! `layoutlens inspect`: a file as an editor shows it, or its layouts as data.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use layoutlens_ide::{HintKinds, HintOptions, HintPlace, InlayHint, Inspected, InspectedKind, inlay_hints};
use layoutlens_render::escape::{of_same_length, one_line};
use layoutlens_world::Document;
use serde::Serialize;

use super::document::{self, place};
use super::{Status, terminal};
use crate::settings;

/// What to inspect.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// A CUDA C++, Python or Rust file.
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
pub(super) fn inspect(arguments: &Arguments) -> io::Result<Status> {
    let document = document::read(&arguments.file, &(document::sources() as _)).map_err(io::Error::other)?;
    let (configuration, remarks) = settings::of_current_folder();
    for remark in &remarks {
        terminal::warn(remark);
    }
    match arguments.format {
        Format::Human => write_source(&document, configuration.hint_kinds, terminal::output()),
        Format::Json => write_json(&document, terminal::raw_output()),
    }?;
    Ok(Status::Clean)
}

/// The source, line by line, with each hint where an editor puts it.
fn write_source(document: &Document, kinds: HintKinds, mut out: impl Write) -> io::Result<()> {
    let analysis = document.analysis();
    let options = HintOptions { kinds, place: HintPlace::Line, ..HintOptions::default() };
    let hints = inlay_hints(&analysis, 0..analysis.text.len(), &options);
    let mut written = 0;
    for hint in &hints {
        let before = analysis.text.get(written..hint.offset).unwrap_or_default();
        write!(out, "{}{}", of_same_length(before), Spliced(hint))?;
        written = hint.offset;
    }
    let rest = analysis.text.get(written..).unwrap_or_default();
    write!(out, "{}", of_same_length(rest))?;
    if !analysis.text.ends_with('\n') {
        writeln!(out)?;
    }
    out.flush()
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

fn write_json(document: &Document, mut out: impl Write) -> io::Result<()> {
    let inspected = layoutlens_ide::inspect(&document.analysis());
    let entries: Vec<Entry<'_>> = inspected.iter().map(|inspected| entry(document, inspected)).collect();
    terminal::write_json(&entries, &mut out)?;
    out.flush()
}

fn entry<'a>(document: &Document, inspected: &'a Inspected) -> Entry<'a> {
    let start = place(document.rope(), inspected.range.start);
    let layout = |layout: &'a layoutlens_ide::InspectedLayout| Layout {
        text: &layout.text,
        when: layout.when.as_deref(),
    };
    Entry {
        line: start.line,
        column: start.column,
        name: inspected.name.as_deref(),
        kind: match inspected.kind {
            InspectedKind::Binding => "binding",
            InspectedKind::Statement => "statement",
            InspectedKind::Comment => "comment",
        },
        layouts: inspected.layouts.iter().map(layout).collect(),
        supposed: inspected.supposed.iter().map(layout).collect(),
        verdict: inspected.verdict,
        unknown: inspected.unknown.as_deref(),
    }
}
