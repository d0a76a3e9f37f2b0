//! Accesses of plain CUDA kernels that cost more than they must, as findings: for a check. An editor shows them as hints.

use layoutlens_access::{Access, Unit};
use layoutlens_eval::{Allowances, Code};
use layoutlens_world::Analysis;

use crate::{
    access_hint::worst_findings,
    code_action::Edit,
    diagnostic::{Diagnostic, Fix, Severity},
};

/// Of how many findings of a file a way out is looked for: each is proved by running the kernels again.
const MOST_FIXES: usize = 32;

/// The accesses that cost at least `at_least` times the least, in the order of the text, without what is allowed: one a place, of
/// the launch that costs the most.
pub fn access_findings(analysis: &Analysis, at_least: u32) -> Vec<Diagnostic> {
    let all = findings(analysis, at_least).enumerate();
    let with_fixes = |(number, (access, mut finding)): (usize, (&Access, Diagnostic))| {
        if number < MOST_FIXES {
            finding.fixes = fixes(analysis, access).collect();
        }
        finding
    };
    all.map(with_fixes).collect()
}

/// The first of these accesses that has a fix which nothing is supposed for, with that fix alone.
pub fn fixable_access(analysis: &Analysis, at_least: u32) -> Option<(Diagnostic, Edit)> {
    findings(analysis, at_least).take(MOST_FIXES).find_map(|(access, finding)| {
        let fix = fixes(analysis, access).find(|fix| fix.is_safe)?;
        let edit = Edit { range: fix.range.clone(), text: fix.text.clone() };
        Some((Diagnostic { fixes: vec![fix], ..finding }, edit))
    })
}

/// Accesses and what is said of them, without fixes.
fn findings(analysis: &Analysis, at_least: u32) -> impl Iterator<Item = (&Access, Diagnostic)> {
    let is_looked_at = layoutlens_access::may_have_kernels(&analysis.text);
    let accesses = if is_looked_at { analysis.kernels().accesses.as_slice() } else { &[] };
    let allowances = Allowances::new(&analysis.file, &analysis.text);
    worst_findings(accesses).filter_map(move |access| {
        let cost = access.cost?;
        let code = match cost.unit {
            Unit::Wavefronts => Code::BankConflict,
            Unit::Sectors => Code::UncoalescedAccess,
        };
        let is_above = cost.is >= cost.least.saturating_mul(i64::from(at_least));
        let is_told = is_above && !allowances.cover(code, access.range.start);
        let finding = || Diagnostic {
            range: access.range.clone(),
            code: code.as_str(),
            severity: Severity::Warning,
            message: message(access, cost),
            related: Vec::new(),
            fixes: Vec::new(),
        };
        is_told.then(|| (access, finding()))
    })
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

/// What mends the access; several edits are one replacement, from the first to the last.
fn fixes(analysis: &Analysis, access: &Access) -> impl Iterator<Item = Fix> {
    let text: &str = &analysis.text;
    let mends = layoutlens_access::mends(text, analysis.kernels.headers(), access);
    mends.into_iter().filter_map(move |mend| {
        let range = mend.edits.first()?.0.start..mend.edits.last()?.0.end;
        let new = mend.applied(text);
        let length = new.len().checked_sub(text.len() - range.len())?;
        let replaced = new.get(range.start..range.start.checked_add(length)?)?.to_owned();
        let title = format!("{}: {}", mend.title, mend.cost);
        Some(Fix { title, range, text: replaced, is_safe: !mend.is_supposed })
    })
}
