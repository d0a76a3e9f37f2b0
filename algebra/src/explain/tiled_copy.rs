//! The steps of tiled copies: how a tensor is shared out to the threads of a copy.

use super::Step;
use super::divide::zipped_divide;
use super::step::with_result;
use crate::{Error, Layout, Part, Stride, TiledCopy};

/// The steps of [`TiledCopy::tidfrg_s`]: the tensor divided by the tile, its tile read by thread and value.
///
/// # Errors
/// Those of the operation.
pub fn tidfrg_s<D: Stride>(copy: &TiledCopy, tensor: &Layout<D>) -> Result<Vec<Step>, Error> {
    tidfrg("tidfrg_S", copy, tensor, copy.tidfrg_s(tensor)?)
}

/// The steps of [`TiledCopy::tidfrg_d`]: the tensor divided by the tile, its tile read by thread and value.
///
/// # Errors
/// Those of the operation.
pub fn tidfrg_d<D: Stride>(copy: &TiledCopy, tensor: &Layout<D>) -> Result<Vec<Step>, Error> {
    tidfrg("tidfrg_D", copy, tensor, copy.tidfrg_d(tensor)?)
}

fn tidfrg<D: Stride>(
    operation: &'static str,
    copy: &TiledCopy,
    tensor: &Layout<D>,
    shared_out: Layout<D>,
) -> Result<Vec<Step>, Error> {
    let tiler = copy.tiler();
    let text = format!("tensor divided into tiles {tiler}, each read as (thread,value) {}", copy.layout_tv());
    let mut steps = vec![Step::new(operation, text)];
    steps.extend(zipped_divide(tensor, &tiler)?);
    steps.push(Step::result(operation, "(threads,(values of an atom,atoms),rests)", &shared_out));
    Ok(steps)
}

/// The steps of [`TiledCopy::partition_s`]: those of [`tidfrg_s`], and where the thread's part begins.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, TiledCopy, explain};
///
/// let copy: TiledCopy = "copy UniversalCopy<f32>,f32;thr=(4,8):(8,1);val=(1,1)".parse()?;
/// let steps = explain::partition_s(&copy, &"(8,8):(8,1)".parse::<Layout>()?, 9)?;
/// let last: Vec<&str> = steps.iter().rev().take(2).map(|step| step.text.as_str()).collect();
/// assert_eq!(last, ["partition_S = ((1,1),2,1):((0,0),32,0)", "thread 9 begins at 9"]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn partition_s<D: Stride>(copy: &TiledCopy, tensor: &Layout<D>, thread: i64) -> Result<Vec<Step>, Error> {
    let part = copy.partition_s(tensor, thread)?;
    Ok(partition("partition_S", tidfrg_s(copy, tensor)?, thread, &part))
}

/// The steps of [`TiledCopy::partition_d`]: those of [`tidfrg_d`], and where the thread's part begins.
///
/// # Errors
/// Those of the operation.
pub fn partition_d<D: Stride>(copy: &TiledCopy, tensor: &Layout<D>, thread: i64) -> Result<Vec<Step>, Error> {
    let part = copy.partition_d(tensor, thread)?;
    Ok(partition("partition_D", tidfrg_d(copy, tensor)?, thread, &part))
}

fn partition<D: Stride>(
    operation: &'static str,
    mut steps: Vec<Step>,
    thread: i64,
    part: &Part<D>,
) -> Vec<Step> {
    let text = format!("thread {thread} begins at {}", part.offset);
    steps.push(Step::new(operation, text).with("thread", thread).with_value(&part.offset));
    with_result(operation, steps, &part.layout)
}
