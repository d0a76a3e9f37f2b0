//! One array of objects, for scripts.

use std::io::{self, Write};

use layoutlens_ide::{Diagnostic, Fix, Severity};
use ropey::Rope;
use serde::Serialize;

use super::Report;
use crate::cli::{
    document::{Place, place},
    terminal,
};

/// One finding. Lines and columns count from 1, columns in characters; `end` is the column after the last one.
#[derive(Serialize)]
struct Finding {
    file: String,
    /// Of a notebook, which of its cells, from 1; the line is the cell's.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<usize>,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    code: &'static str,
    severity: &'static str,
    message: String,
    fixes: Vec<Replacement>,
    /// Of a check that fixes: whether this finding was fixed. Its place is then the one where it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<bool>,
}

/// A way out: the text that replaces a range.
#[derive(Serialize)]
struct Replacement {
    title: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    text: String,
    /// Whether `check --fix` makes it.
    safe: bool,
}

/// Writes the findings as JSON.
pub(in crate::cli) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let mut findings: Vec<Finding> = Vec::new();
    for file in &report.files {
        let fixed = file.fixed.iter().map(|fixed| (&fixed.rope, &fixed.diagnostic, true));
        let left = file.diagnostics.iter().map(|diagnostic| (&file.rope, diagnostic, false));
        findings.extend(fixed.chain(left).map(|(rope, diagnostic, is_fixed)| {
            let fixed = report.mode.map(|_| is_fixed);
            Finding { fixed, cell: file.cell, ..finding(file.path_text(), rope, diagnostic) }
        }));
    }
    terminal::write_json(&findings, out)?;
    out.flush()
}

fn finding(file: String, rope: &Rope, diagnostic: &Diagnostic) -> Finding {
    let (start, end) = ends(rope, &diagnostic.range);
    Finding {
        file,
        cell: None,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        code: diagnostic.code,
        severity: severity_name(diagnostic.severity),
        message: diagnostic.message.clone(),
        fixes: diagnostic.fixes.iter().map(|fix| replacement(rope, fix)).collect(),
        fixed: None,
    }
}

fn replacement(rope: &Rope, fix: &Fix) -> Replacement {
    let (start, end) = ends(rope, &fix.range);
    Replacement {
        title: fix.title.clone(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        text: fix.text.clone(),
        safe: fix.is_safe,
    }
}

fn ends(rope: &Rope, range: &std::ops::Range<usize>) -> (Place, Place) {
    (place(rope, range.start), place(rope, range.end))
}

fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "information",
        Severity::Hint => "hint",
    }
}
