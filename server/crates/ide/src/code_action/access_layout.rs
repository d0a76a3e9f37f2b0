//! An access of a plain kernel as CuTe writes it: a statement that shows its layout, and its array as a tensor.

use std::ops::Range;

use layoutlens_access::{Access, Space, tensor_rewrite};
use layoutlens_world::Analysis;

use super::{
    action::{ActionKind, CodeAction, Edit},
    insertion::statement_above,
};
use crate::{
    access_expression::{access_at, access_expression},
    run_job::run_job,
};

/// What can be made of the access at the cursor.
pub(super) fn actions(analysis: &Analysis, selection: &Range<usize>) -> Vec<CodeAction> {
    let Some(access) = access_at(analysis, selection.start) else { return Vec::new() };
    let all = [statement(analysis, access), run(analysis, access), tensor(analysis, access)];
    all.into_iter().flatten().collect()
}

/// Inserts the statement that counts the access: `show bank_conflicts(32:32, u32)`.
fn statement(analysis: &Analysis, access: &Access) -> Option<CodeAction> {
    let stated = format!("show {}", access_expression(access)?);
    let edit = statement_above(analysis, access.range.start, std::slice::from_ref(&stated))?;
    Some(CodeAction::chosen(format!("as a CuTe layout: `cute: {stated}`"), ActionKind::Rewrite, vec![edit]))
}

/// Inserts the statement that runs what an assignment from global to global memory copies, `out[j * 64 + i] = in[i];`: of the lanes of
/// one warp.
fn run(analysis: &Analysis, access: &Access) -> Option<CodeAction> {
    let text: &str = &analysis.text;
    let is_global = |one: &&Access| one.space == Space::Global && one.instance == access.instance;
    let all = analysis.kernels().accesses.iter().filter(is_global);
    let (reads, writes): (Vec<&Access>, Vec<&Access>) = all.partition(|one| !one.is_write);
    let copied = |to: &Access| {
        let rest = text.get(to.range.end..)?;
        let value = rest.trim_start().strip_prefix('=')?.trim_start();
        let at = text.len() - value.len();
        let from = reads.iter().copied().find(|from| from.range.start == at && from.width == to.width)?;
        text.get(from.range.end..)?.trim_start().starts_with(';').then_some(from)
    };
    let touches = |one: &Access| one.range == access.range;
    let mut pairs = writes.iter().filter_map(|to| Some((*to, copied(to)?)));
    let (to, from) = pairs.find(|(to, from)| touches(to) || touches(from))?;
    let element = match to.element.as_str() {
        "float" => "f32",
        "double" => "f64",
        "half" | "__half" => "f16",
        "__nv_bfloat16" | "nv_bfloat16" => "bf16",
        _ => return None,
    };
    // Layouts in numbers alone; each lane with an element of its own.
    let mut bytes = to.offsets.filter(|_| from.offsets.is_some())?.to_vec();
    bytes.sort_unstable();
    bytes.dedup();
    let is_of_all = bytes.len() == 32 && !to.is_conditional && to.element == from.element;
    let stated = format!("run copy {} -> {} : {element}", from.layout.as_ref()?, to.layout.as_ref()?);
    if !is_of_all || run_job(&stated).is_err() {
        return None;
    }
    let edit = statement_above(analysis, to.range.start, std::slice::from_ref(&stated))?;
    Some(CodeAction::chosen(
        format!("run the copy of a warp: `cute: {stated}`"),
        ActionKind::Rewrite,
        vec![edit],
    ))
}

/// Rewrites all uses of the array of the access to those of a tensor.
fn tensor(analysis: &Analysis, access: &Access) -> Option<CodeAction> {
    let rewrite = tensor_rewrite(&analysis.text, analysis.kernels.headers(), access)?;
    let edits = rewrite.edits.into_iter().map(|(range, text)| Edit { range, text }).collect();
    let title = format!("use `{}` through a CuTe tensor", rewrite.array);
    Some(CodeAction::chosen(title, ActionKind::Rewrite, edits))
}
