//! Workflow commands, which GitHub shows beside the lines of a change.

use std::io::{self, Write};

use layoutlens_ide::Severity;
use layoutlens_render::escape::visible;

use super::Report;
use crate::cli::document::place;

/// Writes one workflow command a finding.
pub(in crate::cli) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    for (file, diagnostic) in report.findings() {
        let start = place(&file.rope, diagnostic.range.start);
        let end = place(&file.rope, diagnostic.range.end);
        write!(out, "::{} file={}", command(diagnostic.severity), property(&file.place_text()))?;
        write!(
            out,
            ",line={},col={},endLine={},endColumn={}",
            start.line, start.column, end.line, end.column
        )?;
        writeln!(out, ",title={}::{}", property(diagnostic.code), data(&diagnostic.message))?;
    }
    out.flush()
}

fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "notice",
    }
}

/// The message of a command on one line.
fn data(text: &str) -> String {
    visible(&text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")).into_owned()
}

/// A property of a command, which ends at a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_command_or_a_property_is_escaped() {
        assert_eq!(data("100% of (4,2):(1,4)\r\nno"), "100%25 of (4,2):(1,4)%0D%0Ano");
        assert_eq!(property("C:\\a,b%.cu"), "C%3A\\a%2Cb%25.cu");
    }
}
