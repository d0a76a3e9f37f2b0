//! An access of a plain kernel as an expression of the annotation language: `bank_conflicts(32:32, u32)`.

use layout_algebra::analysis::{Access as Instruction, sectors, wavefronts};
use layoutlens_access::{Access, Unit};
use layoutlens_world::Analysis;

/// The innermost access at a byte, with the rows of all launches at its place: of these the one that costs the most.
pub(crate) fn access_at(analysis: &Analysis, offset: usize) -> Option<&Access> {
    if !layoutlens_access::may_have_kernels(&analysis.text) {
        return None;
    }
    let all = &analysis.kernels().accesses;
    let around = all.iter().filter(|access| access.range.start <= offset && offset <= access.range.end);
    let range = around.min_by_key(|access| access.range.len())?.range.clone();
    let rows = all.iter().filter(|access| access.range == range);
    rows.rev().max_by_key(|access| access.cost.map(|cost| cost.is))
}

/// The expression that counts what an access costs. `None` where its layout is not known in numbers, where all lanes access the same,
/// and where it costs something else than its layout does: of some lanes, or from where it begins.
pub(crate) fn access_expression(access: &Access) -> Option<String> {
    let (layout, cost) = (access.layout.as_ref()?, access.cost?);
    let (offsets, width) = (access.offsets?, access.width?);
    let element = match width {
        1 => "u8",
        2 => "u16",
        4 => "u32",
        8 => "u64",
        16 => "u128",
        _ => return None,
    };
    let (operation, of_layout) = match cost.unit {
        Unit::Wavefronts => ("bank_conflicts", wavefronts(&offsets, width).taken),
        Unit::Sectors => {
            let elements: Vec<i64> = offsets.iter().map(|byte| byte.div_euclid(width)).collect();
            ("sectors", sectors(elements.as_slice(), Instruction::new(8 * width, 1).ok()?).ok()?.total())
        }
    };
    let is_told = !access.is_uniform && of_layout == cost.is;
    is_told.then(|| format!("{operation}({layout}, {element})"))
}
