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
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    code: &'static str,
    severity: &'static str,
    message: String,
    fixes: Vec<Replacement>,
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
}

/// Writes the findings as JSON.
pub(in crate::cli) fn write(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let findings: Vec<Finding> = report
        .findings()
        .map(|(file, diagnostic)| finding(file.path_text(), &file.rope, diagnostic))
        .collect();
    terminal::write_json(&findings, out)?;
    out.flush()
}

fn finding(file: String, rope: &Rope, diagnostic: &Diagnostic) -> Finding {
    let (start, end) = ends(rope, &diagnostic.range);
    Finding {
        file,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        code: diagnostic.code,
        severity: severity_name(diagnostic.severity),
        message: diagnostic.message.clone(),
        fixes: diagnostic.fixes.iter().map(|fix| replacement(rope, fix)).collect(),
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
