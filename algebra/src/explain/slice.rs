//! The steps of slices, tiles and partitions.

use super::Step;
use super::coordinate::contributions;
use super::divide::zipped_divide;
use super::step::with_result;
use crate::partition::thread_coordinate;
use crate::{Error, IntTuple, Layout, ModePath, Part, SliceIndex, Stride, Tiler};

/// The steps of [`slice`](crate::slice()): the modes that `_` keeps, and what the others add to the offset.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let layout: Layout = "((3,2),((2,3),2)):((4,1),((2,15),100))".parse()?;
/// let steps = explain::slice(&"(2,((0,_),_))".parse()?, &layout)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "mode 0, (3,2):(4,1), is fixed at 2",
///     "mode 1.0.0, 2:2, is fixed at 0",
///     "mode 1.0.1, 3:15, stays open",
///     "mode 1.1, 2:100, stays open",
///     "slice = (3,2):(15,100)",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn slice<D: Stride>(coordinate: &IntTuple<SliceIndex>, layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "slice";
    let value = crate::slice(coordinate, layout)?;
    let mut steps = Vec::new();
    modes(OPERATION, coordinate, layout, &mut Vec::new(), &mut steps);
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`dice`](crate::dice): as [`slice()`], and the fixed modes are the result.
///
/// # Errors
/// Those of the operation.
pub fn dice<D: Stride>(coordinate: &IntTuple<SliceIndex>, layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "dice";
    let value = crate::dice(coordinate, layout)?;
    let mut steps = Vec::new();
    modes(OPERATION, coordinate, layout, &mut Vec::new(), &mut steps);
    Ok(with_result(OPERATION, steps, &value))
}

/// What happens to each mode that the coordinate has an index for.
fn modes<D: Stride>(
    operation: &'static str,
    coordinate: &IntTuple<SliceIndex>,
    layout: &Layout<D>,
    path: &mut Vec<usize>,
    steps: &mut Vec<Step>,
) {
    match coordinate {
        IntTuple::Tuple(indices) => {
            for (i, (index, mode)) in indices.iter().zip(layout.modes()).enumerate() {
                path.push(i);
                modes(operation, index, &mode, path, steps);
                path.pop();
            }
        }
        IntTuple::Int(index) => {
            let path = ModePath(path.clone());
            let step = match index {
                SliceIndex::All => Step::of_mode(operation, &path, format!("{path}, {layout}, stays open"))
                    .with_value(layout),
                SliceIndex::At(at) => {
                    Step::of_mode(operation, &path, format!("{path}, {layout}, is fixed at {at}"))
                        .with("index", *at)
                }
            };
            steps.push(step);
        }
    }
}

/// The steps of [`slice_offset`](crate::slice_offset): what each fixed mode adds.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let layout: Layout = "((3,2),4):((4,1),100)".parse()?;
/// let steps = explain::slice_offset(&"(4,_)".parse()?, &layout)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, ["mode 0.0: 1 * 4 = 4", "mode 0.1: 1 * 1 = 1", "slice_offset = 5"]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn slice_offset<D: Stride>(
    coordinate: &IntTuple<SliceIndex>,
    layout: &Layout<D>,
) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "slice_offset";
    let value = crate::slice_offset(coordinate, layout)?;
    let fixed = coordinate.map(|index| match index {
        SliceIndex::At(index) => *index,
        SliceIndex::All => 0,
    });
    let (_, terms) = contributions(OPERATION, layout, &fixed)?;
    let added = terms.into_iter().filter(|step| step.number("index") != Some(0)).collect();
    Ok(with_result(OPERATION, added, &value))
}

/// The steps of [`slice_and_offset`](crate::slice_and_offset): those of [`slice()`] and of [`slice_offset`].
///
/// # Errors
/// Those of the operation.
pub fn slice_and_offset<D: Stride>(
    coordinate: &IntTuple<SliceIndex>,
    layout: &Layout<D>,
) -> Result<Vec<Step>, Error> {
    let mut steps = slice_offset(coordinate, layout)?;
    steps.extend(slice(coordinate, layout)?);
    Ok(steps)
}

/// The steps of [`inner_partition`](crate::inner_partition): the zipped divide, then the slice among its rests.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let layout: Layout = "(24,20):(1,24)".parse()?;
/// let steps = explain::inner_partition(&layout, &"<8,5>".parse()?, &"(1,_)".parse()?)?;
/// let last: Vec<&str> = steps.iter().rev().take(2).map(|step| step.text.as_str()).collect();
/// assert_eq!(last, ["inner_partition = (8,5,4):(1,24,120)", "the tile at (1,_) among (3,4):(8,120) begins at offset 8"]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn inner_partition<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
) -> Result<Vec<Step>, Error> {
    let part = crate::inner_partition(layout, tiler, coordinate)?;
    tile_steps("inner_partition", layout, tiler, coordinate, &part)
}

/// The steps of [`local_tile`](crate::local_tile): those of [`inner_partition`].
///
/// # Errors
/// Those of the operation.
pub fn local_tile<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
) -> Result<Vec<Step>, Error> {
    let part = crate::local_tile(layout, tiler, coordinate)?;
    tile_steps("local_tile", layout, tiler, coordinate, &part)
}

fn tile_steps<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
    part: &Part<D>,
) -> Result<Vec<Step>, Error> {
    let mut steps = zipped_divide(layout, tiler)?;
    let rests = crate::zipped_divide(layout, tiler)?.mode(1)?;
    let text = format!("the tile at {coordinate} among {rests} begins at offset {}", part.offset);
    steps.push(Step::new(operation, text).with_value(&part.offset));
    Ok(with_result(operation, steps, &part.layout))
}

/// The steps of [`outer_partition`](crate::outer_partition): the zipped divide, then the slice of its tile.
///
/// # Errors
/// Those of the operation.
pub fn outer_partition<D: Stride>(
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
) -> Result<Vec<Step>, Error> {
    let part = crate::outer_partition(layout, tiler, coordinate)?;
    element_steps("outer_partition", layout, tiler, coordinate, &part)
}

fn element_steps<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &IntTuple<SliceIndex>,
    part: &Part<D>,
) -> Result<Vec<Step>, Error> {
    let mut steps = zipped_divide(layout, tiler)?;
    let tile = crate::zipped_divide(layout, tiler)?.mode(0)?;
    let text = format!("element {coordinate} of each tile {tile} begins at offset {}", part.offset);
    steps.push(Step::new(operation, text).with_value(&part.offset));
    Ok(with_result(operation, steps, &part.layout))
}

/// The steps of [`local_partition`](crate::local_partition): the thread's coordinate, then those of
/// [`outer_partition`].
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::local_partition(&"(24,20):(1,24)".parse::<Layout>()?, &"(4,5):(5,1)".parse()?, 7)?;
/// assert_eq!(steps[0].text, "thread 7 of (4,5):(5,1) stands at (1,2)");
/// assert_eq!(steps.last().unwrap().text, "local_partition = (6,4):(4,120)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn local_partition<D: Stride>(
    layout: &Layout<D>,
    threads: &Layout,
    index: i64,
) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "local_partition";
    let part = crate::local_partition(layout, threads, index)?;
    let mut coordinate = Vec::with_capacity(threads.rank());
    let mut sizes = Vec::with_capacity(threads.rank());
    for mode in threads.modes() {
        let (shape, stride) = (mode.shape(), mode.stride());
        let within = thread_coordinate(&shape, &stride, index)?;
        coordinate.push(crate::crd2idx(&within, &shape)?);
        sizes.push(mode.size());
    }
    let tiler = Tiler::from_sizes(&sizes.into_iter().collect())?;
    let coordinate: IntTuple = coordinate.into_iter().collect();
    let text = format!("thread {index} of {threads} stands at {coordinate}");
    let mut steps = vec![Step::new(OPERATION, text).with("thread", index).with_value(&coordinate)];
    let at = coordinate.map(|&index| SliceIndex::At(index));
    steps.extend(element_steps(OPERATION, layout, &tiler, &at, &part)?);
    Ok(steps)
}
