//! Hints of plain CUDA kernels: accesses that cost more than they must, and arrays of rows in shared memory.

use layoutlens_access::{Access, Cost};
use layoutlens_world::Analysis;

use crate::hint_label::HintText;

/// A hint that has no place on its line yet.
pub(crate) struct AccessHint {
    pub(crate) offset: usize,
    pub(crate) text: HintText,
    pub(crate) full: String,
    pub(crate) subject: usize,
}

/// Behind each access that costs more than the least, what it costs; behind each array of rows its layout.
pub(crate) fn hints(analysis: &Analysis) -> Vec<AccessHint> {
    if !layoutlens_access::may_have_kernels(&analysis.text) {
        return Vec::new();
    }
    let kernels = analysis.kernels();
    let mut hints = Vec::new();
    for worst in worst_findings(&kernels.accesses) {
        let Some(cost) = worst.cost else { continue };
        let text = cost.to_string();
        let full = match worst.when.as_slice() {
            [] => text.clone(),
            when => format!("{text}, if {}", when.join(", ")),
        };
        let (offset, subject) = (worst.range.end, worst.range.start);
        hints.push(AccessHint { full, text: HintText::Sentence(text), offset, subject });
    }
    for array in kernels.arrays.iter().filter(|array| array.rank > 1) {
        let value = HintText::Value { lead: "= ".to_owned(), value: array.layout.clone(), marks: Vec::new() };
        let full = value.full();
        let (offset, subject) = (array.range.end, array.range.start);
        hints.push(AccessHint { full, text: value, offset, subject });
    }
    hints
}

/// Of each place where accesses cost more than they must the one that costs the most.
pub(crate) fn worst_findings(accesses: &[Access]) -> impl Iterator<Item = &Access> {
    accesses.chunk_by(|a, b| a.range == b.range).filter_map(|rows| {
        let findings = rows.iter().filter(|access| access.is_finding());
        // Of several that are as bad the first: that of the first launch.
        findings.rev().max_by_key(|access| access.cost.map(excess))
    })
}

fn excess(cost: Cost) -> (i64, i64) {
    (cost.is * 1000 / cost.least.max(1), cost.is)
}
