//! `allow(code)`: which problems a file silences.

use std::ops::Range;

use layoutlens_host_value::problem::Problem;
use layoutlens_operation::Code;
use layoutlens_syntax::{File, Statement};

/// The `allow` statements of a file.
pub struct Allowances {
    entries: Vec<Allowance>,
}

/// One silenced code, in one region.
struct Allowance {
    code: String,
    /// `None` for the whole file.
    bytes: Option<Range<usize>>,
}

impl Allowances {
    /// Those of a file with this text.
    pub fn new(file: &File, text: &str) -> Self {
        let mut entries = Vec::new();
        for (index, annotation) in file.annotations.iter().enumerate() {
            let Statement::Allow(codes) = &annotation.statement else { continue };
            let bytes = (!annotation.before_code).then(|| silenced_bytes(file, text, index));
            entries
                .extend(codes.iter().map(|code| Allowance { code: code.text.clone(), bytes: bytes.clone() }));
        }
        Self { entries }
    }

    /// Whether a problem is silenced.
    pub(crate) fn silence(&self, problem: &Problem) -> bool {
        self.cover(problem.code, problem.range.start)
    }

    /// Whether what has this code and begins at the byte `at` is silenced.
    pub fn cover(&self, code: Code, at: usize) -> bool {
        let covers = |bytes: &Option<Range<usize>>| bytes.as_ref().is_none_or(|bytes| bytes.contains(&at));
        self.entries.iter().any(|entry| entry.code == code.as_str() && covers(&entry.bytes))
    }
}

/// The line after the `allow`, and the whole statement that starts on it; further `allow`s in between are skipped.
fn silenced_bytes(file: &File, text: &str, index: usize) -> Range<usize> {
    let annotations = file.annotations.get(index..).unwrap_or_default();
    let mut line = annotations.first().map_or(0..0, |allow| line_after(text, allow.range.end));
    for annotation in annotations.iter().skip(1) {
        if !line.contains(&annotation.range.start) {
            break;
        }
        match annotation.statement {
            Statement::Allow(_) => line = line_after(text, annotation.range.end),
            _ => return line.start..line.end.max(annotation.range.end),
        }
    }
    line
}

/// The bytes of the line below the one that holds `offset`.
fn line_after(text: &str, offset: usize) -> Range<usize> {
    let newline = |from: usize| text.get(from..).and_then(|rest| rest.find('\n')).map(|at| from + at + 1);
    let start = newline(offset).unwrap_or(text.len());
    start..newline(start).unwrap_or(text.len())
}
