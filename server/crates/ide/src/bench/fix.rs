//! Ways out of what is found where a value stands.

use std::ops::Range;

use layoutlens_world::Analysis;

use crate::{code_action::Edit, diagnostic::diagnostics_with_fixes, target::Target};

/// A way out of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchFix {
    /// What it does.
    pub title: String,
    /// Of which finding.
    pub code: &'static str,
    /// Bytes to replace.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
    /// What is to be changed with it.
    pub also: Option<Edit>,
}

/// The ways out of what is found on the statement or the call.
pub(super) fn fixes(analysis: &Analysis, found: &Target<'_>) -> Vec<BenchFix> {
    let annotation = analysis.file.annotations.iter().find(|annotation| {
        annotation.range.start <= found.range.start && found.range.end <= annotation.range.end
    });
    let within = annotation.map_or_else(|| found.range.clone(), |annotation| annotation.range.clone());
    let touches = |range: &Range<usize>| range.start <= within.end && within.start <= range.end;
    if !analysis.evaluation.problems.iter().any(|problem| touches(&problem.range)) {
        return Vec::new();
    }
    let findings = diagnostics_with_fixes(analysis, &within);
    let findings = findings.into_iter().filter(|finding| touches(&finding.range));
    findings
        .flat_map(|finding| {
            let code = finding.code;
            finding.fixes.into_iter().map(move |fix| BenchFix {
                title: fix.title,
                code,
                range: fix.range,
                text: fix.text,
                also: None,
            })
        })
        .collect()
}
