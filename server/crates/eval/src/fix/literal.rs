//! Literals that are no layout, or no swizzle.

use layoutlens_host_value::problem::{Problem, Replacement};
use layoutlens_syntax::{Expr, ExprKind};

use super::trial::{Trial, replacement};

/// The innermost layout literal around the problem, as shape and stride.
fn layout<'a>(problem: &Problem, trial: &Trial<'a>) -> Option<(&'a Expr, &'a Expr, &'a Expr)> {
    let literal = trial.at(&problem.range, |expr| matches!(expr.kind, ExprKind::Layout { .. }))?;
    let ExprKind::Layout { shape, stride } = &literal.kind else { return None };
    Some((literal, shape, stride))
}

/// The stride with as many integers as the shape: surplus ones dropped, 0 for a mode of size 1 that lacks one.
pub(super) fn congruent(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let operands = trial.operands(&problem.range).map(|(_, operands)| operands).unwrap_or_default();
    let (shape, stride) = match (layout(problem, trial), operands.as_slice()) {
        (Some((_, shape, stride)), _) => (shape, stride),
        // `make_layout(shape, stride)`
        (None, [shape, stride]) => (*shape, *stride),
        _ => return Vec::new(),
    };
    let Some(text) = as_shape(trial, shape, stride) else { return Vec::new() };
    let fix = replacement(format!("use the stride {text}"), &stride.range, text);
    if trial.mends(problem, &fix) { vec![fix] } else { Vec::new() }
}

fn as_shape(trial: &Trial<'_>, shape: &Expr, stride: &Expr) -> Option<String> {
    match (&shape.kind, &stride.kind) {
        (ExprKind::Tuple(sizes), ExprKind::Tuple(strides)) => {
            let modes = sizes.iter().enumerate().map(|(mode, size)| match (strides.get(mode), &size.kind) {
                (Some(stride), _) => as_shape(trial, size, stride),
                (None, ExprKind::Int(1)) => Some("0".to_owned()),
                (None, _) => None,
            });
            Some(format!("({})", modes.collect::<Option<Vec<_>>>()?.join(",")))
        }
        (ExprKind::Tuple(_), _) => None,
        (_, ExprKind::Tuple(strides)) => match strides.as_slice() {
            [one] => as_shape(trial, shape, one),
            _ => None,
        },
        _ => Some(trial.text(&stride.range).to_owned()),
    }
}

/// Integers among coordinates as coordinates of their modes, those among XOR strides as XOR strides.
pub(super) fn of_one_kind(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let Some((_, _, stride)) = layout(problem, trial) else { return Vec::new() };
    let parts = stride.with_parts();
    let is_xor = parts.iter().any(|part| matches!(part.kind, ExprKind::Xor(_)));
    let mut integers = Vec::new();
    collect_integers(stride, &mut Vec::new(), &mut integers);
    let written = |(number, path): &(&Expr, Vec<usize>)| {
        let digits = trial.text(&number.range).trim_start_matches('_');
        let path: String = path.iter().rev().map(|mode| format!("@{mode}")).collect();
        (number.range.clone(), if is_xor { format!("f{digits}") } else { format!("{digits}{path}") })
    };
    let replaced: Vec<_> = integers.iter().map(written).collect();
    let Some(text) = with_parts_replaced(trial, stride, &replaced) else { return Vec::new() };
    let fix = replacement(format!("use the stride {text}"), &stride.range, text);
    if trial.mends(problem, &fix) { vec![fix] } else { Vec::new() }
}

/// The integers of a stride other than 0, which goes with everything, each with the modes that lead to it.
fn collect_integers<'e>(stride: &'e Expr, path: &mut Vec<usize>, found: &mut Vec<(&'e Expr, Vec<usize>)>) {
    match &stride.kind {
        ExprKind::Tuple(modes) => {
            for (mode, stride) in modes.iter().enumerate() {
                path.push(mode);
                collect_integers(stride, path, found);
                path.pop();
            }
        }
        ExprKind::Int(number) if *number != 0 => found.push((stride, path.clone())),
        _ => {}
    }
}

/// All strides counted in the unit of the smallest fraction.
pub(super) fn whole_bases(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let Some((_, _, stride)) = layout(problem, trial) else { return Vec::new() };
    let parts = stride.with_parts();
    let denominators = parts.iter().filter_map(|part| match part.kind {
        ExprKind::Fraction { denominator, .. } => Some(denominator),
        _ => None,
    });
    let Some(scale) = denominators.into_iter().try_fold(1_i64, least_common_multiple) else {
        return Vec::new();
    };
    let path = |range: &std::ops::Range<usize>| {
        trial.text(range).split_once('@').map(|(_, path)| format!("@{path}")).unwrap_or_default()
    };
    let scaled = |part: &&Expr| {
        let number = match &part.kind {
            ExprKind::Fraction { numerator, denominator, .. } => {
                numerator.checked_mul(scale / denominator)?
            }
            ExprKind::Basis { value, .. } => match value.kind {
                ExprKind::Int(value) => value.checked_mul(scale)?,
                _ => return None,
            },
            _ => return None,
        };
        Some((part.range.clone(), format!("{number}{}", path(&part.range))))
    };
    let replaced: Vec<_> = parts.iter().filter_map(scaled).collect();
    let Some(text) = with_parts_replaced(trial, stride, &replaced) else { return Vec::new() };
    let fix = replacement(format!("count in units of 1/{scale}: {text}"), &stride.range, text);
    if trial.mends(problem, &fix) { vec![fix] } else { Vec::new() }
}

fn least_common_multiple(a: i64, b: i64) -> Option<i64> {
    let (mut greatest, mut rest) = (a.checked_abs()?, b.checked_abs()?);
    while rest != 0 {
        (greatest, rest) = (rest, greatest % rest);
    }
    if greatest == 0 { None } else { a.checked_abs()?.checked_mul(b.checked_abs()? / greatest) }
}

/// The text of an expression with some of its parts, in the order of the text, replaced.
fn with_parts_replaced(
    trial: &Trial<'_>,
    whole: &Expr,
    parts: &[(std::ops::Range<usize>, String)],
) -> Option<String> {
    let mut text = String::new();
    let mut at = whole.range.start;
    for (range, new) in parts {
        text.push_str(trial.text(&(at..range.start)));
        text.push_str(new);
        at = range.end;
    }
    text.push_str(trial.text(&(at..whole.range.end)));
    (!parts.is_empty()).then_some(text)
}

/// A distance of as many bits as are moved, or as many bits as the distance allows.
pub(super) fn swizzle(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let is_swizzle = |expr: &Expr| matches!(expr.kind, ExprKind::Swizzle { .. });
    let Some(literal) = trial.at(&problem.range, is_swizzle) else { return Vec::new() };
    let ExprKind::Swizzle { bits, base, shift } = literal.kind else { return Vec::new() };
    let Some(word) = trial.text(&literal.range).split('<').next() else { return Vec::new() };
    let farther = bits.checked_mul(if shift < 0 { -1 } else { 1 }).map(|shift| (bits, shift));
    let fewer = shift.checked_abs().map(|bits| (bits, shift));
    let fixes = [farther, fewer].into_iter().flatten().map(|(bits, shift)| {
        let text = format!("{word}<{bits},{base},{shift}>");
        replacement(format!("use {text}"), &literal.range, text)
    });
    fixes.filter(|fix| trial.mends(problem, fix)).collect()
}
