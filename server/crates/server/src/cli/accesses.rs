//! `layoutlens accesses`: what the lanes of a warp access in plain CUDA kernels, and what that costs.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use layoutlens_eval::host::OfLanguage;
use layoutlens_ide::{Access, AccessCost, AccessUnit, Reason};
use layoutlens_render::escape::one_line;
use layoutlens_syntax::Language;
use ropey::Rope;
use serde::Serialize;

use super::document::{self, Surroundings, place};
use super::{Status, terminal};

/// What to look at.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// CUDA C++ files.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// A table, or one array of objects.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Only accesses that cost more than the least.
    #[arg(long)]
    findings: bool,
}

/// Whom the output is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each access.
    Human,
    /// One array of objects.
    Json,
}

/// One access of a warp. Line and column count from 1, the column in characters.
#[derive(Serialize)]
struct Entry {
    file: String,
    line: u32,
    column: u32,
    text: String,
    kernel: String,
    base: String,
    space: &'static str,
    access: &'static str,
    width: Option<i64>,
    layout: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sectors: Option<Count>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wavefronts: Option<Count>,
    when: Vec<String>,
    reason: Option<String>,
    #[serde(rename = "reasonKind")]
    reason_kind: Option<&'static str>,
    #[serde(rename = "isUniform")]
    is_uniform: bool,
    #[serde(rename = "isFinding")]
    is_finding: bool,
}

/// What it takes, and the least that as many bytes take.
#[derive(Serialize)]
struct Count {
    is: i64,
    least: i64,
}

/// Prints the accesses of all kernels.
///
/// # Errors
/// A file cannot be read or standard output not be written.
pub(super) fn accesses(arguments: &Arguments, libraries: OfLanguage) -> io::Result<Status> {
    let surroundings = Surroundings::here(libraries);
    let mut entries = Vec::new();
    for file in &arguments.files {
        let text = document::text_of(file).map_err(io::Error::other)?;
        let rope = Rope::from_str(&text);
        let document = surroundings.document(file, Language::Cuda, &text);
        for access in layoutlens_ide::accesses_of(&document) {
            if arguments.findings && !access.is_finding() {
                continue;
            }
            let start = place(&rope, access.range.start);
            let spelled = text.get(access.range.clone()).unwrap_or_default();
            entries.push(entry(terminal::path(file), start.line, start.column, spelled, access));
        }
    }
    surroundings.warn_of_unread();
    let mut out = terminal::raw_output();
    match arguments.format {
        Format::Json => terminal::write_json(&entries, &mut out)?,
        Format::Human => entries.iter().try_for_each(|entry| write_entry(entry, &mut out))?,
    }
    out.flush()?;
    Ok(Status::Clean)
}

fn entry(file: String, line: u32, column: u32, text: &str, access: Access) -> Entry {
    let is_finding = access.is_finding();
    let count = |unit| {
        let cost = access.cost.filter(|cost| cost.unit == unit)?;
        Some(Count { is: cost.is, least: cost.least })
    };
    let (sectors, wavefronts) = (count(AccessUnit::Sectors), count(AccessUnit::Wavefronts));
    let reason_kind = access.reason.as_ref().map(|reason| match reason {
        Reason::Data => "data",
        Reason::Bound => "bound",
        Reason::Symbol(_) => "symbol",
        Reason::Block => "block",
        Reason::Width(_) => "width",
        Reason::Other(_) => "other",
    });
    Entry {
        file,
        line,
        column,
        text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        kernel: format!("{}{}", access.kernel, access.instance),
        base: access.base,
        space: access.space.name(),
        access: if access.is_write { "write" } else { "read" },
        width: access.width,
        layout: access.layout,
        sectors,
        wavefronts,
        when: access.when,
        reason: access.reason.map(|reason| reason.to_string()),
        reason_kind,
        is_uniform: access.is_uniform,
        is_finding,
    }
}

fn write_entry(entry: &Entry, out: &mut impl Write) -> io::Result<()> {
    let mut parts = vec![format!("{} {}", entry.space, entry.access)];
    parts.extend(entry.layout.clone());
    let told =
        |unit: AccessUnit, count: &Count| AccessCost { unit, is: count.is, least: count.least }.to_string();
    parts.extend(entry.sectors.as_ref().map(|count| told(AccessUnit::Sectors, count)));
    parts.extend(entry.wavefronts.as_ref().map(|count| told(AccessUnit::Wavefronts, count)));
    parts.extend(entry.reason.clone());
    if !entry.when.is_empty() {
        parts.push(format!("if {}", entry.when.join(", ")));
    }
    let line =
        format!("{}:{}:{}: {}: {}", entry.file, entry.line, entry.column, entry.text, parts.join("; "));
    writeln!(out, "{}", one_line(&line))
}
