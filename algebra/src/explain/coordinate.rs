//! The steps of evaluation: what each mode contributes to an index, a coordinate, an offset, a cosize.

use super::Step;
use super::step::{leaves_of, modes_of, with_result};
use crate::{Error, IntTuple, Layout, ModePath, Stride, Swizzle};

/// The steps of [`Layout::eval`]: the natural coordinate, and what each of its numbers adds.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let layout: Layout = "(4,(3,2)):(2,(8,1))".parse()?;
/// let steps = explain::eval(&layout, &"(1,5)".parse()?)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "(1,5) is (1,(2,1)) in the shape (4,(3,2))",
///     "mode 0: 1 * 2 = 2",
///     "mode 1.0: 2 * 8 = 16",
///     "mode 1.1: 1 * 1 = 1",
///     "eval = 19",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn eval<D: Stride>(layout: &Layout<D>, coordinate: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "eval";
    let value = layout.eval(coordinate)?;
    let (mut steps, terms) = contributions(OPERATION, layout, coordinate)?;
    steps.extend(terms);
    Ok(with_result(OPERATION, steps, &value))
}

/// The natural coordinate, if it is another than the given one, and what each of its numbers adds.
pub(super) fn contributions<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    coordinate: &IntTuple,
) -> Result<(Vec<Step>, Vec<Step>), Error> {
    let shape = layout.shape();
    let natural = natural(coordinate, &shape)?;
    let mut steps = Vec::new();
    if natural != *coordinate {
        let text = format!("{coordinate} is {natural} in the shape {shape}");
        steps.push(Step::new(operation, text).with_value(&natural));
    }
    let terms =
        leaves_of(&natural).into_iter().zip(modes_of(layout)).map(|((path, index), (_, _, stride))| {
            let term = stride.times(index).map_or_else(|| "?".to_owned(), |term| term.to_string());
            Step::of_mode(operation, &path, format!("{}: {index} * {stride} = {term}", named(&path)))
                .with("index", index)
                .with_value(&term)
        });
    Ok((steps, terms.collect()))
}

/// `mode 1.0`, or `the only mode`.
fn named(path: &ModePath) -> String {
    if path.0.is_empty() { "the only mode".to_owned() } else { path.to_string() }
}

/// The coordinate that nests as the shape does.
fn natural(coordinate: &IntTuple, shape: &IntTuple) -> Result<IntTuple, Error> {
    match (coordinate, shape) {
        (IntTuple::Int(index), IntTuple::Tuple(_)) => crate::idx2crd(*index, shape),
        (IntTuple::Tuple(indices), IntTuple::Tuple(shapes)) => {
            let parts = indices.iter().zip(shapes).map(|(index, shape)| natural(index, shape));
            Ok(IntTuple::Tuple(parts.collect::<Result<_, _>>()?))
        }
        _ => Ok(coordinate.clone()),
    }
}

/// The steps of [`crd2idx`](crate::crd2idx): each number times the sizes before its mode.
///
/// # Errors
/// Those of the operation.
pub fn crd2idx(coordinate: &IntTuple, shape: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "crd2idx";
    let value = crate::crd2idx(coordinate, shape)?;
    let natural = natural(coordinate, shape)?;
    let mut steps = Vec::new();
    let mut before: i64 = 1;
    for ((path, index), (_, size)) in leaves_of(&natural).into_iter().zip(leaves_of(shape)) {
        let term = index.saturating_mul(before);
        let text = format!("{}: {index} * {before} = {term}", named(&path));
        steps.push(Step::of_mode(OPERATION, &path, text).with("index", index).with("before", before));
        // The size of a shape fits.
        before = before.saturating_mul(size);
    }
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`idx2crd`](crate::idx2crd): what each mode takes of the index and leaves to the next.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::explain;
///
/// let steps = explain::idx2crd(16, &"(3,(2,3))".parse()?)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "mode 0, size 3: 16 % 3 = 1, and 16 / 3 = 5 is left",
///     "mode 1.0, size 2: 5 % 2 = 1, and 5 / 2 = 2 is left",
///     "mode 1.1, size 3: the last mode takes what is left, 2",
///     "idx2crd = (1,(1,2))",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn idx2crd(index: i64, shape: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "idx2crd";
    let value = crate::idx2crd(index, shape)?;
    let sizes = leaves_of(shape);
    let last = sizes.len().saturating_sub(1);
    let mut rest = index;
    let mut steps = Vec::new();
    for (position, (path, size)) in sizes.into_iter().enumerate() {
        let place = format!("{}, size {size}", named(&path));
        let text = if position == last {
            format!("{place}: the last mode takes what is left, {rest}")
        } else {
            format!(
                "{place}: {rest} % {size} = {}, and {rest} / {size} = {} is left",
                rest % size,
                rest / size
            )
        };
        let taken = if position == last { rest } else { rest % size };
        steps.push(Step::of_mode(OPERATION, &path, text).with("size", size).with("index", taken));
        rest /= size;
    }
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`crd2crd`](crate::crd2crd): through the 1-D coordinate that both shapes share.
///
/// # Errors
/// Those of the operation.
pub fn crd2crd(coordinate: &IntTuple, from: &IntTuple, to: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "crd2crd";
    let value = crate::crd2crd(coordinate, from, to)?;
    let mut steps = Vec::new();
    if let Ok(index) = crate::crd2idx(coordinate, from) {
        let text = format!("{coordinate} in {from} is the 1-D coordinate {index}");
        steps.push(Step::new(OPERATION, text).with("index", index).with_value(&index));
    }
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`coshape`](crate::coshape()): how far each mode reaches along what its stride names.
///
/// # Errors
/// Those of the operation.
pub fn coshape<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "coshape";
    let value = crate::coshape(layout)?;
    let steps = modes_of(layout).into_iter().map(|(path, size, stride)| {
        let reach = stride.times(size - 1).map_or_else(|| "?".to_owned(), |reach| reach.to_string());
        let text = format!("{}: ({size} - 1) * {stride} = {reach}", named(&path));
        Step::of_mode(OPERATION, &path, text).with("size", size).with_value(&reach)
    });
    Ok(with_result(OPERATION, steps.collect(), &value))
}

/// The steps of [`Layout::cosize`]: how far each mode reaches.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::cosize(&"(4,8):(1,5)".parse::<Layout>()?)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, ["mode 0: (4 - 1) * |1| = 3", "mode 1: (8 - 1) * |5| = 35", "cosize = 1 + 3 + 35 = 39"]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn cosize(layout: &Layout) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "cosize";
    let value = layout.cosize()?;
    let mut sum = vec!["1".to_owned()];
    let mut steps = Vec::new();
    for (path, size, stride) in modes_of(layout) {
        // The cosize fits, so each reach does.
        let reach = (size - 1).saturating_mul(stride.saturating_abs());
        let text = format!("{}: ({size} - 1) * |{stride}| = {reach}", named(&path));
        sum.push(reach.to_string());
        steps.push(Step::of_mode(OPERATION, &path, text).with("reach", reach));
    }
    steps.push(
        Step::result(OPERATION, OPERATION, &format!("{} = {value}", sum.join(" + "))).with_value(&value),
    );
    Ok(steps)
}

/// The steps of [`Swizzle::apply`]: the bits that are read, moved and XORed.
///
/// # Errors
/// None; a result like those of the other operations.
///
/// ```
/// use layout_algebra::{Swizzle, explain};
///
/// let steps = explain::swizzle_apply(&Swizzle::new(3, 4, 3)?, 300)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "Sw<3,4,3> reads the bits of 0b1110000000: 300 has 256 there",
///     "moved 3 bits down they are 32, XORed into the bits of 0b1110000",
///     "swizzle_apply = 300 ^ 32 = 268",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn swizzle_apply(swizzle: &Swizzle, offset: i64) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "swizzle_apply";
    let value = swizzle.apply(offset);
    if swizzle.bits() == 0 {
        let text = format!("{swizzle} has no bits: every offset stays");
        return Ok(with_result(OPERATION, vec![Step::new(OPERATION, text)], &value));
    }
    let (source, target) = (swizzle.source_mask(), swizzle.target_mask());
    let (read, moved) = (offset & source, offset ^ value);
    let direction = if swizzle.shift() >= 0 { "down" } else { "up" };
    let distance = swizzle.shift().unsigned_abs();
    Ok(vec![
        Step::new(OPERATION, format!("{swizzle} reads the bits of {source:#b}: {offset} has {read} there"))
            .with("source_mask", source)
            .with("read", read),
        Step::new(
            OPERATION,
            format!("moved {distance} bits {direction} they are {moved}, XORed into the bits of {target:#b}"),
        )
        .with("target_mask", target)
        .with("moved", moved),
        Step::result(OPERATION, OPERATION, &format!("{offset} ^ {moved} = {value}")).with_value(&value),
    ])
}
