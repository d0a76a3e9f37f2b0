//! SARIF 2.1.0, which code-scanning services read.

mod format;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::Range;

use format::{
    ArtifactChange, ArtifactLocation, Driver, Finding, Invocation, Level, Location, Message, Notification,
    PhysicalLocation, Region, Replacement, Rule, Run, Sarif, Tool,
};
use layoutlens_ide::{Diagnostic, Fix, Severity};
use ropey::Rope;

use super::{CheckedFile, Report, Trouble};
use crate::cli::{document::place, terminal};

/// Where the format is defined.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Writes the findings as one SARIF run.
pub(in crate::cli) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let sarif = Sarif { schema: SCHEMA, runs: [run(report)], version: "2.1.0" };
    terminal::write_json(&sarif, out)?;
    out.flush()
}

fn run(report: &Report) -> Run<'_> {
    let invocation = Invocation {
        execution_successful: !report.troubles.iter().any(|trouble| trouble.is_failure),
        tool_execution_notifications: report.troubles.iter().map(notification).collect(),
    };
    Run {
        column_kind: "unicodeCodePoints",
        invocations: [invocation],
        results: report.findings().map(|(file, diagnostic)| finding(file, diagnostic)).collect(),
        tool: Tool { driver: driver(report) },
    }
}

/// The tool and a rule for each code that was found.
fn driver(report: &Report) -> Driver<'_> {
    let codes: BTreeSet<&str> = report.findings().map(|(_, diagnostic)| diagnostic.code).collect();
    let rules = codes.into_iter().map(|id| Rule { id }).collect();
    Driver { name: "layoutlens", rules, version: env!("CARGO_PKG_VERSION") }
}

fn notification(trouble: &Trouble) -> Notification<'_> {
    let level = if trouble.is_failure { Level::Error } else { Level::Warning };
    Notification { level, message: Message { text: &trouble.message } }
}

fn finding<'a>(file: &CheckedFile, diagnostic: &'a Diagnostic) -> Finding<'a> {
    let related = diagnostic.related.iter().map(|related| Location {
        message: Some(Message { text: &related.message }),
        physical_location: physical(file, &related.range),
    });
    Finding {
        fixes: diagnostic.fixes.iter().map(|fix| sarif_fix(file, fix)).collect(),
        level: level(diagnostic.severity),
        locations: [Location { message: None, physical_location: physical(file, &diagnostic.range) }],
        message: Message { text: &diagnostic.message },
        related_locations: related.collect(),
        rule_id: diagnostic.code,
    }
}

fn level(severity: Severity) -> Level {
    match severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Information | Severity::Hint => Level::Note,
    }
}

fn sarif_fix<'a>(file: &CheckedFile, fix: &'a Fix) -> format::Fix<'a> {
    let replacement = Replacement {
        deleted_region: region(&file.rope, &fix.range),
        inserted_content: Message { text: &fix.text },
    };
    let change = ArtifactChange { artifact_location: artifact(file), replacements: [replacement] };
    format::Fix { artifact_changes: [change], description: Message { text: &fix.title } }
}

fn physical(file: &CheckedFile, range: &Range<usize>) -> PhysicalLocation {
    PhysicalLocation { artifact_location: artifact(file), region: region(&file.rope, range) }
}

fn region(rope: &Rope, range: &Range<usize>) -> Region {
    let (start, end) = (place(rope, range.start), place(rope, range.end));
    Region { end_column: end.column, end_line: end.line, start_column: start.column, start_line: start.line }
}

fn artifact(file: &CheckedFile) -> ArtifactLocation {
    ArtifactLocation { uri: uri_reference(&file.place_text()) }
}

/// A path as a relative reference (RFC 3986): what has a meaning there is percent-encoded.
fn uri_reference(path: &str) -> String {
    let encode = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    path.bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_relative_reference() {
        assert_eq!(uri_reference("a b/ä#1.cu"), "a%20b/%C3%A4%231.cu");
    }
}
