//! The steps of what picks, adds and regroups modes: where each mode of the result is from.

use super::Step;
use super::step::with_result;
use crate::{Error, IntTuple, Layout, ModePath, Stride};

fn number(index: usize) -> i64 {
    i64::try_from(index).unwrap_or(i64::MAX)
}

/// The steps of [`group`](crate::group).
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::group(&"(2,3,5):(15,5,1)".parse::<Layout>()?, 1, 3)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, ["modes 1 to 2 become mode 1, (3,5):(5,1)", "group = (2,(3,5)):(15,(5,1))"]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn group<D: Stride>(layout: &Layout<D>, begin: usize, end: usize) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "group";
    let value = crate::group(layout, begin, end)?;
    let step = match end.checked_sub(1) {
        Some(last) if begin <= last => {
            let grouped = value.mode(begin)?;
            let text = format!("modes {begin} to {last} become mode {begin}, {grouped}");
            Step::of_mode(OPERATION, &ModePath::mode(begin), text).with_value(&grouped)
        }
        _ => Step::new(OPERATION, format!("no mode lies in [{begin},{end})")),
    };
    Ok(with_result(OPERATION, vec![step.with("begin", number(begin)).with("end", number(end))], &value))
}

/// The steps of [`take`](crate::take).
///
/// # Errors
/// Those of the operation.
pub fn take<D: Stride>(layout: &Layout<D>, begin: usize, end: usize) -> Result<Vec<Step>, Error> {
    let value = crate::take(layout, begin, end)?;
    let indices: Vec<usize> = (begin..end).collect();
    Ok(with_result("take", picked("take", layout, &indices)?, &value))
}

/// The steps of [`select`](crate::select()).
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::select(&"(2,3,5):(15,5,1)".parse::<Layout>()?, &[2, 0])?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, ["mode 2, 5:1, becomes mode 0", "mode 0, 2:15, becomes mode 1", "select = (5,2):(1,15)"]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn select<D: Stride>(layout: &Layout<D>, indices: &[usize]) -> Result<Vec<Step>, Error> {
    let value = crate::select(layout, indices)?;
    Ok(with_result("select", picked("select", layout, indices)?, &value))
}

fn picked<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    indices: &[usize],
) -> Result<Vec<Step>, Error> {
    let steps = indices.iter().enumerate().map(|(to, &from)| {
        let (path, mode) = (ModePath::mode(from), layout.mode(from)?);
        let text = format!("{path}, {mode}, becomes mode {to}");
        Ok(Step::of_mode(operation, &path, text).with("becomes", number(to)).with_value(&mode))
    });
    steps.collect()
}

/// The steps of [`append`](crate::append()).
///
/// # Errors
/// Those of the operation.
pub fn append<D: Stride>(layout: &Layout<D>, x: &Layout<D>) -> Result<Vec<Step>, Error> {
    let value = crate::append(layout, x)?;
    let text = format!("{x} becomes mode {}, behind those of {layout}", layout.rank());
    Ok(with_result("append", vec![Step::new("append", text).with("becomes", number(layout.rank()))], &value))
}

/// The steps of [`prepend`](crate::prepend).
///
/// # Errors
/// Those of the operation.
pub fn prepend<D: Stride>(layout: &Layout<D>, x: &Layout<D>) -> Result<Vec<Step>, Error> {
    let value = crate::prepend(layout, x)?;
    let text = format!("{x} becomes mode 0, before those of {layout}");
    Ok(with_result("prepend", vec![Step::new("prepend", text).with("becomes", 0)], &value))
}

/// The steps of [`append_to_rank`](crate::append_to_rank).
///
/// # Errors
/// Those of the operation.
pub fn append_to_rank<D: Stride>(
    layout: &Layout<D>,
    rank: usize,
    filler: &Layout<D>,
) -> Result<Vec<Step>, Error> {
    let value = crate::append_to_rank(layout, rank, filler)?;
    Ok(filled("append_to_rank", layout, rank, filler, &value))
}

/// The steps of [`prepend_to_rank`](crate::prepend_to_rank).
///
/// # Errors
/// Those of the operation.
pub fn prepend_to_rank<D: Stride>(
    layout: &Layout<D>,
    rank: usize,
    filler: &Layout<D>,
) -> Result<Vec<Step>, Error> {
    let value = crate::prepend_to_rank(layout, rank, filler)?;
    Ok(filled("prepend_to_rank", layout, rank, filler, &value))
}

fn filled<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    rank: usize,
    filler: &Layout<D>,
    value: &Layout<D>,
) -> Vec<Step> {
    let missing = rank.saturating_sub(layout.rank());
    let text = match missing {
        0 => format!("{layout} has rank {rank} already"),
        1 => format!("1 mode is missing to rank {rank}: {filler}"),
        _ => format!("{missing} modes are missing to rank {rank}: {filler} each"),
    };
    with_result(operation, vec![Step::new(operation, text).with("missing", number(missing))], value)
}

/// The steps of [`replace`](crate::replace).
///
/// # Errors
/// Those of the operation.
pub fn replace<D: Stride>(layout: &Layout<D>, index: usize, x: &Layout<D>) -> Result<Vec<Step>, Error> {
    let value = crate::replace(layout, index, x)?;
    let (path, mode) = (ModePath::mode(index), layout.mode(index)?);
    let step = Step::of_mode("replace", &path, format!("{path}, {mode}, gives way to {x}")).with_value(x);
    Ok(with_result("replace", vec![step], &value))
}

/// The steps of [`sort`](crate::sort): the modes by stride, then by size.
///
/// # Errors
/// None; a result like those of the other operations.
pub fn sort(layout: &Layout) -> Result<Vec<Step>, Error> {
    let value = crate::sort(layout);
    let flat = crate::flatten(layout);
    let step = Step::new("sort", format!("the modes of {flat} by stride, then by size")).with_value(&flat);
    Ok(with_result("sort", vec![step], &value))
}

/// The steps of [`unflatten`](crate::unflatten): the modes in the places of the profile.
///
/// # Errors
/// Those of the operation.
pub fn unflatten<D: Stride>(layout: &Layout<D>, profile: &IntTuple) -> Result<Vec<Step>, Error> {
    let value = crate::unflatten(layout, profile)?;
    let text = format!("the {} modes of {layout} in the places of {profile}", layout.rank());
    Ok(with_result("unflatten", vec![Step::new("unflatten", text)], &value))
}

/// The steps of [`with_shape`](crate::with_shape()): a composition with the compact layout of the shape.
///
/// # Errors
/// Those of the operation.
pub fn with_shape<D: Stride>(layout: &Layout<D>, shape: &IntTuple) -> Result<Vec<Step>, Error> {
    let value = crate::with_shape(layout, shape)?;
    let compact = Layout::compact(shape.clone())?;
    let mut steps = super::composition(layout, &compact)?;
    steps.push(Step::result("with_shape", "with_shape", &value));
    Ok(steps)
}
