//! Replacements for a number that does not divide: the nearest ones with which the operation has a right result.

use layout_algebra::{Error, ErrorKind, IntTuple, Layout, ModePath, proof::Verdict};
use layoutlens_host_value::problem::Replacement;
use layoutlens_operation::{Operation, Value};
use layoutlens_syntax::{Expr, ExprKind};

/// Which half of a layout literal holds the number.
#[derive(Clone, Copy)]
enum Half {
    Shape,
    Stride,
}

/// Replacements inside the last operand, when it is a layout literal. Each was tried: a fix that does not mend is none.
pub(crate) fn replacements(
    operation: Operation,
    error: &Error,
    values: &[Value],
    operand: &Expr,
) -> Vec<Replacement> {
    let whole = ModePath::default();
    let mode = error.mode().unwrap_or(&whole);
    let (half, mode, nearest) = match error.kind() {
        // The rest of a tile follows from the tile: what is suggested are sizes of the tile.
        ErrorKind::ShapeDivisibility { operand: "rest of the tile", nearest, .. }
        | ErrorKind::StrideDivisibility { operand: "rest of the tile", nearest, .. } => {
            (Half::Shape, &whole, nearest)
        }
        ErrorKind::ShapeDivisibility { nearest, .. } => (Half::Shape, mode, nearest),
        ErrorKind::StrideDivisibility { nearest, .. } => (Half::Stride, mode, nearest),
        _ => return Vec::new(),
    };
    let (ExprKind::Layout { shape, stride }, Some(Value::Layout(layout))) = (&operand.kind, values.last())
    else {
        return Vec::new();
    };
    let literal = match half {
        Half::Shape => shape,
        Half::Stride => stride,
    };
    let Some(number) = leaf(literal, &mode.0) else { return Vec::new() };
    let candidates = [nearest.below, nearest.above].into_iter().flatten();
    let mends = |candidate: &i64| {
        let replaced = with_leaf(layout, half, &mode.0, *candidate);
        replaced.is_some_and(|replaced| is_right(operation, values, replaced))
    };
    candidates
        .filter(mends)
        .map(|candidate| Replacement {
            title: format!("use {candidate}"),
            range: number.range.clone(),
            text: candidate.to_string(),
            is_safe: false,
        })
        .collect()
}

/// The integer at `path` of a literal; an integer is its own only mode.
fn leaf<'e>(expr: &'e Expr, path: &[usize]) -> Option<&'e Expr> {
    match (&expr.kind, path) {
        (ExprKind::Int(_), [] | [0]) => Some(expr),
        (ExprKind::Tuple(elements), [first, rest @ ..]) => leaf(elements.get(*first)?, rest),
        _ => None,
    }
}

fn with_leaf(layout: &Layout, half: Half, path: &[usize], number: i64) -> Option<Layout> {
    let (mut shape, mut stride) = (layout.shape(), layout.stride());
    let tuple = match half {
        Half::Shape => &mut shape,
        Half::Stride => &mut stride,
    };
    *leaf_mut(tuple, path)? = number;
    Layout::new(shape, stride).ok()
}

fn leaf_mut<'t>(tuple: &'t mut IntTuple, path: &[usize]) -> Option<&'t mut i64> {
    match (tuple, path) {
        (IntTuple::Int(number), [] | [0]) => Some(number),
        (IntTuple::Tuple(modes), [first, rest @ ..]) => leaf_mut(modes.get_mut(*first)?, rest),
        _ => None,
    }
}

/// Whether the operation with this last operand gives what it means.
fn is_right(operation: Operation, values: &[Value], last: Layout) -> bool {
    let mut values = values.to_vec();
    values.pop();
    values.push(Value::from(last));
    let result = operation.run(&values);
    result.is_ok_and(|evaluated| evaluated.verdict == Verdict::Proved)
}
