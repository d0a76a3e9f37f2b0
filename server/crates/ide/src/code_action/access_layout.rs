//! An access of a plain kernel as CuTe writes it: a statement that shows its layout, and its array as a tensor.

use std::ops::Range;

use layout_algebra::analysis::{Access as Instruction, sectors, wavefronts};
use layoutlens_access::{Access, Unit, tensor_rewrite};
use layoutlens_world::Analysis;

use super::{
    action::{ActionKind, CodeAction, Edit},
    insertion::statement_above,
};

/// What can be made of the access at the cursor.
pub(super) fn actions(analysis: &Analysis, selection: &Range<usize>) -> Vec<CodeAction> {
    if !layoutlens_access::may_have_kernels(&analysis.text) {
        return Vec::new();
    }
    let touches =
        |access: &&Access| access.range.start <= selection.end && selection.start <= access.range.end;
    let around = analysis.kernels().accesses.iter().filter(touches);
    let Some(access) = around.min_by_key(|access| access.range.len()) else { return Vec::new() };
    statement(analysis, access).into_iter().chain(tensor(analysis, access)).collect()
}

/// Inserts the statement that counts the access: `show bank_conflicts(32:32, u32)`.
fn statement(analysis: &Analysis, access: &Access) -> Option<CodeAction> {
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
    // Of some lanes, or from where it begins, it may cost something else than its layout does.
    let (operation, of_layout) = match cost.unit {
        Unit::Wavefronts => ("bank_conflicts", wavefronts(&offsets, width).taken),
        Unit::Sectors => {
            let elements: Vec<i64> = offsets.iter().map(|byte| byte.div_euclid(width)).collect();
            ("sectors", sectors(elements.as_slice(), Instruction::new(8 * width, 1).ok()?).ok()?.total())
        }
    };
    if access.is_uniform || of_layout != cost.is {
        return None;
    }
    let stated = format!("show {operation}({layout}, {element})");
    let edit = statement_above(analysis, access.range.start, std::slice::from_ref(&stated))?;
    Some(CodeAction::chosen(format!("as a CuTe layout: `cute: {stated}`"), ActionKind::Rewrite, vec![edit]))
}

/// Rewrites all uses of the array of the access to those of a tensor.
fn tensor(analysis: &Analysis, access: &Access) -> Option<CodeAction> {
    let rewrite = tensor_rewrite(&analysis.text, &analysis.headers, access)?;
    let edits = rewrite.edits.into_iter().map(|(range, text)| Edit { range, text }).collect();
    let title = format!("use `{}` through a CuTe tensor", rewrite.array);
    Some(CodeAction::chosen(title, ActionKind::Rewrite, edits))
}
