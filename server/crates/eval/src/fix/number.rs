//! Another number in the place of one that does not fit.

use std::collections::BTreeSet;

use layoutlens_host_value::problem::{Problem, Replacement};
use layoutlens_operation::{Arguments, Value};
use layoutlens_syntax::{Expr, ExprKind};

use super::trial::{Trial, replacement};

/// How many numbers of the operands are replaced one after the other.
const MOST_LEAVES: usize = 12;

/// How many divisors are tried on either side of a number.
const MOST_DIVISORS: usize = 6;

/// How far from a number others are tried.
const FARTHEST: i64 = 16;

/// The numbers that the message names, where one of the operands' is to be another.
pub(super) fn named(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let leaves = leaves(problem, trial, Operands::All);
    let mends = |number: &i64| {
        let mut fixes = leaves.iter().filter_map(|leaf| other_number(trial, leaf, *number));
        fixes.find(|fix| trial.mends(problem, fix))
    };
    problem.numbers.iter().filter_map(mends).collect()
}

/// The nearest sizes of a tile that divide what is tiled, below and above.
pub(super) fn that_divide(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let tiled = trial.operands(&problem.range).and_then(|(_, operands)| operands.first().copied());
    let Some(sizes) = tiled.and_then(|tiled| sizes(trial, tiled)) else { return Vec::new() };
    let divisors: BTreeSet<i64> = sizes.iter().flat_map(|size| divisors(*size)).collect();
    let nearest = |leaf: &&Expr| {
        let ExprKind::Int(number) = leaf.kind else { return Vec::new() };
        let below = divisors.range(..number).rev().take(MOST_DIVISORS).copied().collect();
        let above = divisors.range(number.saturating_add(1)..).take(MOST_DIVISORS).copied().collect();
        first_of_each(problem, trial, leaf, [below, above])
    };
    let fixes: Vec<Replacement> = leaves(problem, trial, Operands::Tile).iter().flat_map(nearest).collect();
    if fixes.is_empty() { all_that_divide(problem, trial, &sizes) } else { fixes }
}

/// Where several modes are not divided: the nearest sizes for each of them at once.
fn all_that_divide(problem: &Problem, trial: &Trial<'_>, sizes: &[i64]) -> Vec<Replacement> {
    let tiler = trial.operands(&problem.range).and_then(|(_, operands)| operands.get(1).copied());
    let Some(tiler) = tiler else { return Vec::new() };
    let (ExprKind::Tiler(modes) | ExprKind::Tuple(modes)) = &tiler.kind else { return Vec::new() };
    let (open, close) = if matches!(tiler.kind, ExprKind::Tiler(_)) { ('<', '>') } else { ('(', ')') };
    let written = |choose: &dyn Fn(&BTreeSet<i64>, i64) -> Option<i64>| {
        let modes = modes.iter().zip(sizes).map(|(mode, size)| match mode.kind {
            ExprKind::Int(number) if size % number.max(1) != 0 => {
                choose(&divisors(*size).collect(), number).map(|number| number.to_string())
            }
            _ => Some(trial.text(&mode.range).to_owned()),
        });
        let text = format!("{open}{}{close}", modes.collect::<Option<Vec<_>>>()?.join(","));
        Some(replacement(format!("use {text}"), &tiler.range, text))
    };
    let below = written(&|divisors, number| divisors.range(..number).next_back().copied());
    let above = written(&|divisors, number| divisors.range(number..).next().copied());
    [below, above].into_iter().flatten().filter(|fix| trial.mends(problem, fix)).collect()
}

/// The nearest numbers with which the result is what the operation means.
pub(super) fn near(problem: &Problem, trial: &Trial<'_>) -> Vec<Replacement> {
    let nearest = |leaf: &&Expr| {
        let ExprKind::Int(number) = leaf.kind else { return Vec::new() };
        let below = (1..number).rev().take(usize::try_from(FARTHEST).unwrap_or(0)).collect();
        let above = (number.saturating_add(1)..=number.saturating_add(FARTHEST)).collect();
        first_of_each(problem, trial, leaf, [below, above])
    };
    leaves(problem, trial, Operands::Last).iter().flat_map(nearest).collect()
}

/// Of each list the first number that mends.
fn first_of_each(
    problem: &Problem,
    trial: &Trial<'_>,
    leaf: &Expr,
    candidates: [Vec<i64>; 2],
) -> Vec<Replacement> {
    let first = |numbers: Vec<i64>| {
        let mut fixes = numbers.into_iter().filter_map(|number| other_number(trial, leaf, number));
        let fix = fixes.find(|fix| trial.mends(problem, fix))?;
        // Of several numbers the title has to say which one is replaced.
        Some(Replacement { title: format!("{} instead of {}", fix.title, trial.text(&fix.range)), ..fix })
    };
    candidates.into_iter().filter_map(first).collect()
}

/// Whose numbers may be others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operands {
    All,
    Last,
    /// All but what is tiled.
    Tile,
}

/// The numbers of the operation's operands: those of the last operand, which most often is the one that does not fit, stand
/// first.
fn leaves<'a>(problem: &Problem, trial: &Trial<'a>, which: Operands) -> Vec<&'a Expr> {
    let operands = match trial.operands(&problem.range) {
        Some((_, operands)) => operands,
        None => trial.at(&problem.range, |_| true).into_iter().collect(),
    };
    let chosen = match which {
        Operands::All => 0,
        Operands::Last => operands.len().saturating_sub(1),
        Operands::Tile => usize::from(operands.len() > 1),
    };
    let operands = operands.into_iter().skip(chosen).rev();
    let is_number = |expr: &&Expr| matches!(expr.kind, ExprKind::Int(_));
    operands.flat_map(Expr::with_parts).filter(is_number).take(MOST_LEAVES).collect()
}

/// The replacement of a literal by another number in the same spelling: `_8` by `_4`, `Int<8>` by `Int<4>`.
pub(super) fn other_number(trial: &Trial<'_>, leaf: &Expr, number: i64) -> Option<Replacement> {
    let source = trial.text(&leaf.range);
    let first = source.find(|c: char| c.is_ascii_digit())?;
    let length =
        source.get(first..)?.find(|c: char| !c.is_ascii_digit()).unwrap_or(source.len().checked_sub(first)?);
    let digits = leaf.range.start + first..leaf.range.start + first + length;
    (number >= 0).then(|| replacement(format!("use {number}"), &digits, number.to_string()))
}

/// The sizes that a tile may have to divide: of each mode, and of all together.
fn sizes(trial: &Trial<'_>, tiled: &Expr) -> Option<Vec<i64>> {
    let value = trial.value(trial.text(&tiled.range))?;
    let value: [Value; 1] = [value];
    let layout = Arguments::new("a tile", &value).layout(0).ok()?;
    let modes = (0..layout.rank()).filter_map(|mode| layout.mode(mode).ok()).map(|mode| mode.size());
    Some(modes.chain([layout.size()]).collect())
}

/// The divisors of a size, as far as they are found quickly.
fn divisors(size: i64) -> impl Iterator<Item = i64> {
    const HIGHEST: i64 = 1 << 12;
    let small = (1..=HIGHEST.min(size)).filter(move |divisor| size % divisor == 0);
    small.flat_map(move |divisor| [divisor, size / divisor])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_come_in_pairs() {
        let all = |size| divisors(size).collect::<BTreeSet<i64>>().into_iter().collect::<Vec<_>>();
        assert_eq!(all(10), [1, 2, 5, 10]);
        assert_eq!(all(1), [1]);
        assert_eq!(all(0), []);
    }
}
