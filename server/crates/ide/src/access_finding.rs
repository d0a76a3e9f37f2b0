//! Accesses of plain CUDA kernels that cost more than they must, as findings: for a check. An editor shows them as hints.

use layoutlens_access::{Access, Unit};
use layoutlens_eval::{Allowances, Code};
use layoutlens_world::Analysis;

use crate::{
    access_hint::worst_findings,
    diagnostic::{Diagnostic, Fix, Severity},
};

/// Of how many findings of a file a way out is looked for: each is proved by running the kernels again.
const MOST_FIXES: usize = 32;

/// The accesses that cost at least `at_least` times the least, in the order of the text, without what is allowed: one a place, of
/// the launch that costs the most.
pub fn access_findings(analysis: &Analysis, at_least: u32) -> Vec<Diagnostic> {
    if !layoutlens_access::may_have_kernels(&analysis.text) {
        return Vec::new();
    }
    let allowances = Allowances::new(&analysis.file, &analysis.text);
    let mut findings = Vec::new();
    for access in worst_findings(&analysis.kernels().accesses) {
        let Some(cost) = access.cost else { continue };
        let code = match cost.unit {
            Unit::Wavefronts => Code::BankConflict,
            Unit::Sectors => Code::UncoalescedAccess,
        };
        let is_above = cost.is >= cost.least.saturating_mul(i64::from(at_least));
        if !is_above || allowances.cover(code, access.range.start) {
            continue;
        }
        let fixes = if findings.len() < MOST_FIXES { fixes(analysis, access) } else { Vec::new() };
        findings.push(Diagnostic {
            range: access.range.clone(),
            code: code.as_str(),
            severity: Severity::Warning,
            message: message(access, cost),
            related: Vec::new(),
            fixes,
        });
    }
    findings
}

fn message(access: &Access, cost: layoutlens_access::Cost) -> String {
    let what = if access.is_write { "write" } else { "read" };
    let (moves, memory, unit) = match cost.unit {
        Unit::Wavefronts => ("takes", "shared", "wavefronts"),
        Unit::Sectors => ("moves", "global", "sectors"),
    };
    let mut message = format!(
        "a {what} of a warp {moves} {} {unit} of {memory} memory where {} would do",
        cost.is, cost.least
    );
    if let Some(layout) = &access.layout {
        message.push_str(&format!(": its lanes are {layout}"));
        if let Some(width) = access.width {
            message.push_str(&format!(" of {width} bytes"));
        }
    }
    if !access.instance.is_empty() {
        message.push_str(&format!(", in {}{}", access.kernel, access.instance));
    }
    if !access.when.is_empty() {
        message.push_str(&format!(", if {}", access.when.join(", ")));
    }
    message
}

/// Of what mends the access that which is one edit.
fn fixes(analysis: &Analysis, access: &Access) -> Vec<Fix> {
    let mends = layoutlens_access::mends(&analysis.text, analysis.kernels.headers(), access);
    let fix = |mend: layoutlens_access::Mend| match mend.edits.as_slice() {
        [(range, text)] => Some(Fix {
            title: format!("{}: {}", mend.title, mend.cost),
            range: range.clone(),
            text: text.clone(),
            is_safe: false,
        }),
        _ => None,
    };
    mends.into_iter().filter_map(fix).collect()
}
