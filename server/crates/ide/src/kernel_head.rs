//! Heads of plain CUDA kernels: what is told there of all their accesses.

use layoutlens_access::Access;
use layoutlens_world::Analysis;

use crate::access_hint::worst_findings;

/// A plain kernel that accesses memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelHead {
    /// The byte at which it begins.
    pub offset: usize,
    /// What its accesses cost, in a few words.
    pub title: String,
}

/// The heads of the plain kernels of a document, in the order of the text.
pub fn kernel_heads(analysis: &Analysis) -> Vec<KernelHead> {
    if !layoutlens_access::may_have_kernels(&analysis.text) {
        return Vec::new();
    }
    let reading = analysis.kernels();
    let head = |kernel: &std::ops::Range<usize>| {
        let of_kernel: Vec<Access> =
            reading.accesses.iter().filter(|access| kernel.contains(&access.range.start)).cloned().collect();
        (!of_kernel.is_empty()).then(|| KernelHead { offset: kernel.start, title: title(&of_kernel) })
    };
    reading.kernels.iter().filter_map(head).collect()
}

/// `12 accesses, 2 cost more: up to 32 wavefronts for 1; 3 not known`. Accesses of several launches count once.
fn title(accesses: &[Access]) -> String {
    let places = accesses.chunk_by(|a, b| a.range == b.range && a.is_write == b.is_write);
    let (mut count, mut unknown) = (0, 0);
    for rows in places {
        count += 1;
        unknown += usize::from(rows.iter().all(|access| access.layout.is_none()));
    }
    let findings: Vec<&Access> = worst_findings(accesses).collect();
    let worst = findings
        .iter()
        .filter_map(|access| access.cost)
        .max_by_key(|cost| cost.is * 1000 / cost.least.max(1));
    let noun = if count == 1 { "access" } else { "accesses" };
    let mut title = match (worst, findings.len()) {
        (Some(worst), 1) => format!("{count} {noun}, 1 costs more: {worst}"),
        (Some(worst), more) => format!("{count} {noun}, {more} cost more: up to {worst}"),
        (None, _) => format!("{count} {noun}, none costs more than it must"),
    };
    if unknown > 0 {
        title.push_str(&format!("; {unknown} not known"));
    }
    title
}
