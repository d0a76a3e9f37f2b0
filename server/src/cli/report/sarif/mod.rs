//! SARIF 2.1.0, which code-scanning services read.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

use layoutlens_ide::{Diagnostic, Fix, Severity};
use ropey::Rope;
use serde_sarif::sarif::{
    ArtifactChange, ArtifactContent, ArtifactLocation, Invocation, Location, Message, Notification,
    PhysicalLocation, Region, Replacement, ReportingDescriptor, Result as SarifResult, ResultLevel, Run,
    Sarif, Tool, ToolComponent,
};

use super::{CheckedFile, Report, Trouble};
use crate::cli::{document::place, terminal};

/// Where the format is defined.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Writes the findings as one SARIF run.
pub(in crate::cli) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let sarif =
        Sarif::builder().schema(SCHEMA).version(serde_json::json!("2.1.0")).runs(vec![run(report)]).build();
    terminal::write_json(&sarif, out)?;
    out.flush()
}

fn run(report: &Report) -> Run {
    let results = report.findings().map(|(file, diagnostic)| result(file, diagnostic)).collect::<Vec<_>>();
    let invocation = Invocation::builder()
        .execution_successful(!report.troubles.iter().any(|trouble| trouble.is_failure))
        .tool_execution_notifications(notifications(report))
        .build();
    Run::builder()
        .tool(Tool::builder().driver(driver(report)).build())
        .column_kind(serde_json::json!("unicodeCodePoints"))
        .invocations(vec![invocation])
        .results(results)
        .build()
}

/// The tool and a rule for each code that was found.
fn driver(report: &Report) -> ToolComponent {
    let codes: BTreeMap<&str, ()> = report.findings().map(|(_, diagnostic)| (diagnostic.code, ())).collect();
    let rules = codes.into_keys().map(|code| ReportingDescriptor::builder().id(code).build());
    ToolComponent::builder()
        .name("layoutlens")
        .version(env!("CARGO_PKG_VERSION"))
        .rules(rules.collect::<Vec<_>>())
        .build()
}

fn notifications(report: &Report) -> Vec<Notification> {
    let notification = |trouble: &Trouble| {
        let level = if trouble.is_failure { "error" } else { "warning" };
        Notification::builder().level(serde_json::json!(level)).message(message(&trouble.message)).build()
    };
    report.troubles.iter().map(notification).collect()
}

fn result(file: &CheckedFile, diagnostic: &Diagnostic) -> SarifResult {
    let related = diagnostic.related.iter().map(|related| {
        let location = physical(file, &related.range);
        Location::builder().physical_location(location).message(message(&related.message)).build()
    });
    SarifResult::builder()
        .rule_id(diagnostic.code)
        .level(level(diagnostic.severity))
        .message(message(&diagnostic.message))
        .locations(vec![Location::builder().physical_location(physical(file, &diagnostic.range)).build()])
        .related_locations(related.collect::<Vec<_>>())
        .fixes(diagnostic.fixes.iter().map(|fix| sarif_fix(file, fix)).collect::<Vec<_>>())
        .build()
}

fn level(severity: Severity) -> ResultLevel {
    match severity {
        Severity::Error => ResultLevel::Error,
        Severity::Warning => ResultLevel::Warning,
        Severity::Information | Severity::Hint => ResultLevel::Note,
    }
}

fn sarif_fix(file: &CheckedFile, fix: &Fix) -> serde_sarif::sarif::Fix {
    let replacement = Replacement::builder()
        .deleted_region(region(&file.rope, &fix.range))
        .inserted_content(ArtifactContent::builder().text(fix.text.as_str()).build())
        .build();
    let change =
        ArtifactChange::builder().artifact_location(artifact(file)).replacements(vec![replacement]).build();
    serde_sarif::sarif::Fix::builder().description(message(&fix.title)).artifact_changes(vec![change]).build()
}

fn physical(file: &CheckedFile, range: &Range<usize>) -> PhysicalLocation {
    let region = region(&file.rope, range);
    PhysicalLocation::builder().artifact_location(artifact(file)).region(region).build()
}

fn region(rope: &Rope, range: &Range<usize>) -> Region {
    let (start, end) = (place(rope, range.start), place(rope, range.end));
    Region::builder()
        .start_line(start.line)
        .start_column(start.column)
        .end_line(end.line)
        .end_column(end.column)
        .build()
}

fn artifact(file: &CheckedFile) -> ArtifactLocation {
    ArtifactLocation::builder().uri(uri_reference(&file.path_text())).build()
}

fn message(text: &str) -> Message {
    Message::builder().text(text).build()
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
