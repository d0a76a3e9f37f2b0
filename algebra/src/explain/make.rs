//! The steps of layouts made from shapes and orders.

use super::Step;
use super::step::{leaves_of, modes_of, with_result};
use crate::{Error, IntTuple, Layout, ModePath};

/// The steps of [`compact_col_major`](crate::compact_col_major): how many elements lie before each mode.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::explain;
///
/// let steps = explain::compact_col_major(&"(4,(1,2))".parse()?)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "mode 0, size 4: 1 element lies before it, so its stride is 1",
///     "mode 1.0 has size 1: stride 0",
///     "mode 1.1, size 2: 4 elements lie before it, so its stride is 4",
///     "compact_col_major = (1,(0,4))",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn compact_col_major(shape: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "compact_col_major";
    let value = crate::compact_col_major(shape)?;
    Ok(with_result(OPERATION, strides(OPERATION, shape, &value), &value))
}

/// The steps of [`compact_row_major`](crate::compact_row_major): as [`compact_col_major`], from the right.
///
/// # Errors
/// Those of the operation.
pub fn compact_row_major(shape: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "compact_row_major";
    let value = crate::compact_row_major(shape)?;
    let mut steps = strides(OPERATION, shape, &value);
    steps.reverse();
    Ok(with_result(OPERATION, steps, &value))
}

/// The stride of each size, from left to right.
fn strides(operation: &'static str, shape: &IntTuple, stride: &IntTuple) -> Vec<Step> {
    let modes = leaves_of(shape).into_iter().zip(leaves_of(stride));
    modes.map(|((path, size), (_, stride))| stride_step(operation, &path, size, stride)).collect()
}

fn stride_step(operation: &'static str, path: &ModePath, size: i64, stride: i64) -> Step {
    let place = if path.0.is_empty() { "the only mode".to_owned() } else { path.to_string() };
    let text = match (size, stride) {
        (1, _) => format!("{place} has size 1: stride {stride}"),
        (_, 1) => format!("{place}, size {size}: 1 element lies before it, so its stride is 1"),
        _ => format!("{place}, size {size}: {stride} elements lie before it, so its stride is {stride}"),
    };
    Step::of_mode(operation, path, text).with("size", size).with("stride", stride)
}

/// The steps of [`make_ordered_layout`](crate::make_ordered_layout): the modes in the order of their numbers.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::explain;
///
/// let steps = explain::make_ordered_layout(&"(2,3,5)".parse()?, &"(1,2,0)".parse()?)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "order 0: mode 2, size 5: 1 element lies before it, so its stride is 1",
///     "order 1: mode 0, size 2: 5 elements lie before it, so its stride is 5",
///     "order 2: mode 1, size 3: 10 elements lie before it, so its stride is 10",
///     "make_ordered_layout = (2,3,5):(5,10,1)",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_ordered_layout(shape: &IntTuple, order: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "make_ordered_layout";
    let value = crate::make_ordered_layout(shape, order)?;
    Ok(with_result(OPERATION, ordered(OPERATION, &value, order), &value))
}

/// The modes of `layout`, in the order that the integers of `order` give them.
fn ordered(operation: &'static str, layout: &Layout, order: &IntTuple) -> Vec<Step> {
    let mut modes: Vec<(i64, ModePath, i64, i64)> = modes_of(layout)
        .into_iter()
        .map(|(path, size, stride)| (rank_of(order, &path.0), path, size, stride))
        .collect();
    modes.sort_by_key(|(rank, ..)| *rank);
    let steps = modes.into_iter().map(|(rank, path, size, stride)| {
        let mut step = stride_step(operation, &path, size, stride);
        step.text = format!("order {rank}: {}", step.text);
        step.with("order", rank)
    });
    steps.collect()
}

/// The number of `order` that stands for the mode at `path`.
fn rank_of(order: &IntTuple, path: &[usize]) -> i64 {
    match (order, path) {
        (IntTuple::Int(rank), _) => *rank,
        (IntTuple::Tuple(modes), [first, rest @ ..]) => {
            modes.get(*first).map_or(0, |mode| rank_of(mode, rest))
        }
        (IntTuple::Tuple(_), []) => 0,
    }
}

/// The steps of [`make_layout_like`](crate::make_layout_like): the modes in the order of the layout's strides.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::make_layout_like(&"(4,3,2):(0,8,1)".parse::<Layout>()?)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "mode 0, 4:0, adds nothing and stays so",
///     "order 1: mode 2, size 2: 1 element lies before it, so its stride is 1",
///     "order 8: mode 1, size 3: 2 elements lie before it, so its stride is 2",
///     "make_layout_like = (4,3,2):(0,2,1)",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_layout_like(layout: &Layout) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "make_layout_like";
    let value = crate::make_layout_like(layout)?;
    let stride = layout.stride();
    let mut steps = Vec::new();
    for step in ordered(OPERATION, &value, &stride) {
        match (step.number("order"), step.number("size")) {
            (Some(0), Some(size)) if size != 1 => {
                let text = format!("{}, {size}:0, adds nothing and stays so", step.mode);
                steps.push(Step::of_mode(OPERATION, &step.mode, text).with("size", size));
            }
            _ => steps.push(step),
        }
    }
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`make_fragment_like`](crate::make_fragment_like): mode 0 by itself, the rest in order.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::make_fragment_like(&"(4,3,2):(9,2,1)".parse::<Layout>()?)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "mode 0, the elements of one instruction, is compact: 4:1",
///     "the other modes are compact in the order of their strides: (3,2):(2,1)",
///     "make_fragment_like = (4,3,2):(1,8,4)",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_fragment_like(layout: &Layout) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "make_fragment_like";
    let value = crate::make_fragment_like(layout)?;
    let rank = layout.rank();
    let mut steps = Vec::new();
    if rank < 2 {
        steps.push(Step::new(OPERATION, "one mode: compact".to_owned()));
    } else {
        let block = value.mode(0)?;
        let text = format!("mode 0, the elements of one instruction, is compact: {block}");
        steps.push(Step::of_mode(OPERATION, &ModePath::mode(0), text).with_value(&block));
        let rest = crate::take(layout, 1, rank)?;
        let grid = crate::make_ordered_layout(&rest.shape(), &rest.stride())?;
        let text = format!("the other modes are compact in the order of their strides: {grid}");
        steps.push(Step::new(OPERATION, text).with_value(&grid));
    }
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`make_identity_layout`](crate::make_identity_layout): the basis vector of each mode.
///
/// # Errors
/// Those of the operation.
pub fn make_identity_layout(shape: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "make_identity_layout";
    let value = crate::make_identity_layout(shape)?;
    let steps = modes_of(&value).into_iter().map(|(path, size, basis)| {
        let text = format!("{path}, size {size}: a step along it adds {basis}");
        Step::of_mode(OPERATION, &path, text).with("size", size).with_value(&basis)
    });
    Ok(with_result(OPERATION, steps.collect(), &value))
}
