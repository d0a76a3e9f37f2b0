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
    for rows in kernels.accesses.chunk_by(|a, b| a.range == b.range) {
        let findings = rows.iter().filter(|access| access.is_finding());
        let worst = findings.filter_map(|access| access.cost).max_by_key(excess);
        if let (Some(cost), Some(first)) = (worst, rows.first()) {
            let text = cost.to_string();
            let full = match conditions(rows, cost) {
                Some(when) => format!("{text}, if {when}"),
                None => text.clone(),
            };
            let (offset, subject) = (first.range.end, first.range.start);
            hints.push(AccessHint { full, text: HintText::Sentence(text), offset, subject });
        }
    }
    for array in kernels.arrays.iter().filter(|array| array.rank > 1) {
        let value = HintText::Value { lead: "= ".to_owned(), value: array.layout.clone(), marks: Vec::new() };
        let full = value.full();
        let (offset, subject) = (array.range.end, array.range.start);
        hints.push(AccessHint { full, text: value, offset, subject });
    }
    hints
}

fn excess(cost: &Cost) -> (i64, i64) {
    (cost.is * 1000 / cost.least.max(1), cost.is)
}

fn conditions(rows: &[Access], cost: Cost) -> Option<String> {
    let row = rows.iter().find(|access| access.cost == Some(cost) && access.is_finding())?;
    (!row.when.is_empty()).then(|| row.when.join(", "))
}
