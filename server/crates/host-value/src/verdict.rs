//! Results that are not simply right, as problems for a user.

use layout_algebra::{
    Layout, Tiler,
    proof::{self, Verdict},
};
use layoutlens_operation::{Code, Evaluated, Operation, Value};
use layoutlens_syntax::Expr;

use crate::problem::Problem;

/// The problem of a result that is not simply right. `expr` is the whole operation, `tiler` its last operand.
pub fn problem(
    operation: Operation,
    evaluated: &Evaluated,
    operands: &[Value],
    expr: &Expr,
    tiler: Option<&Expr>,
) -> Option<Problem> {
    if evaluated.verdict == Verdict::Proved {
        return None;
    }
    if let Some(problem) = tiler.and_then(|tiler| layout_as_tiler(operation, operands, tiler)) {
        return Some(problem);
    }
    let range = expr.range.clone();
    let call = call_text(operation, operands);
    let value = &evaluated.value;
    match &evaluated.verdict {
        Verdict::Proved => None,
        Verdict::Wrong { at, expected, found } => {
            let message = format!(
                "compiles, but is not what {operation} means: {call} gives R = {value}, and R({at}) = {found} where \
                 the definition gives {expected}"
            );
            Some(Problem::new(range, Code::AcceptedButWrong, message))
        }
        Verdict::NeedsPredicate { covers, of, residue } => {
            let message = format!(
                "covers {covers} of {of}: {call} rounds up to {value}, so a kernel must predicate the last tile \
                 (residue {residue})"
            );
            Some(Problem::new(range, Code::NeedsPredicate, message))
        }
        Verdict::Unproved { limit } => {
            let message = format!("{call} is not shown as proved: {limit}");
            Some(Problem::new(range, Code::TooLarge, message))
        }
    }
}

/// A divide that rounds up because its tiler is one layout, where the tiler of its sizes would divide each mode.
fn layout_as_tiler(operation: Operation, operands: &[Value], tiler: &Expr) -> Option<Problem> {
    let [Value::Layout(layout), Value::Layout(tile)] = operands else { return None };
    if !operation.is_divide() || tile.rank() < 2 || tile.rank() > layout.rank() {
        return None;
    }
    if Layout::compact(tile.shape()).ok()? != **tile {
        return None;
    }
    let by_mode = Tiler::from_sizes(&tile.shape()).ok()?;
    let meant = proof::logical_divide(layout, &by_mode).ok()?;
    if meant.verdict != Verdict::Proved {
        return None;
    }
    let found = proof::logical_divide(layout, &Tiler::Layout(tile.as_ref().clone())).ok()?;
    let tiles = |size: i64| size / tile.size().max(1);
    let message = format!(
        "{tile} is one layout over the whole of {layout}: it compiles to {} tiles that do not make up the \
         layout, where the by-mode tiler {by_mode} makes {}",
        tiles(found.value.size()),
        tiles(meant.value.size())
    );
    let problem = Problem::new(tiler.range.clone(), Code::LayoutAsTiler, message);
    Some(problem.with_fix(
        format!("use the by-mode tiler {by_mode}"),
        tiler.range.clone(),
        by_mode.to_string(),
    ))
}

/// `composition((4,8):(1,4), 4:2)`, shortened.
fn call_text(operation: Operation, operands: &[Value]) -> String {
    const LONGEST_OPERAND: usize = 48;
    let operands: Vec<String> = operands
        .iter()
        .map(|operand| {
            let text = operand.to_string();
            if text.chars().count() <= LONGEST_OPERAND {
                text
            } else {
                text.chars().take(LONGEST_OPERAND).chain("...".chars()).collect()
            }
        })
        .collect();
    format!("{operation}({})", operands.join(", "))
}
