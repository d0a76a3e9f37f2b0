//! The steps of what two layouts have in common, and of layouts that fit a shape.

use super::Step;
use super::inverse::right_inverse;
use super::step::{leaves_of, with_result};
use crate::{Error, IntTuple, Layout, checked};

/// The steps of [`max_common_layout`](crate::max_common_layout): where both layouts hold the offsets 0, 1, 2, ...
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let (a, b): (Layout, Layout) = ("(8,16):(1,8)".parse()?, "(8,16):(1,16)".parse()?);
/// let steps = explain::max_common_layout(&a, &b)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts[texts.len() - 3..], [
///     "A∘B‡, which says where A holds what B holds at 0, 1, 2, ..: 8:1",
///     "its first mode, 8:1, has stride 1: both hold 8 elements at the same places, next to each other",
///     "max_common_layout = 8:1",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn max_common_layout(a: &Layout, b: &Layout) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "max_common_layout";
    let value = crate::max_common_layout(a, b)?;
    Ok(with_result(OPERATION, common(OPERATION, a, b)?, &value))
}

/// The steps of [`max_common_vector`](crate::max_common_vector): those of [`max_common_layout`].
///
/// # Errors
/// Those of the operation.
pub fn max_common_vector(a: &Layout, b: &Layout) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "max_common_vector";
    let value = crate::max_common_vector(a, b)?;
    Ok(with_result(OPERATION, common(OPERATION, a, b)?, &value))
}

fn common(operation: &'static str, a: &Layout, b: &Layout) -> Result<Vec<Step>, Error> {
    let inverse = crate::right_inverse(b)?;
    let mut steps = right_inverse(b)?;
    let composed = crate::coalesce(&crate::composition(a, &inverse)?);
    let text = format!("A∘B‡, which says where A holds what B holds at 0, 1, 2, ..: {composed}");
    steps.push(Step::new(operation, text).with_value(&composed));
    let first = composed.mode(0)?;
    let size = first.size();
    let is_contiguous = leaves_of(&first.stride()).iter().all(|(_, stride)| *stride == 1);
    let text = match is_contiguous {
        true => format!(
            "its first mode, {first}, has stride 1: both hold {size} elements at the same places, next to each other"
        ),
        false => {
            format!("its first mode, {first}, has not stride 1: only the first element is at the same place")
        }
    };
    steps.push(
        Step::condition(operation, is_contiguous, text)
            .with("elements", if is_contiguous { size } else { 1 }),
    );
    Ok(steps)
}

/// The steps of [`max_alignment`](crate::max_alignment): the contiguous elements, and the strides of the others.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::max_alignment(&"(8,4):(1,12)".parse::<Layout>()?)?;
/// assert_eq!(steps.last().unwrap().text, "max_alignment = gcd(8, 12) = 4");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn max_alignment(layout: &Layout) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "max_alignment";
    let value = crate::max_alignment(layout)?;
    let coalesced = crate::coalesce(layout);
    let inverse = crate::right_inverse(&coalesced)?;
    let mut steps = right_inverse(&coalesced)?;
    let divided = crate::logical_divide(&coalesced, &crate::Tiler::Layout(inverse))?;
    let (contiguous, rest) = (divided.mode(0)?, divided.mode(1)?);
    let text = format!("{} contiguous elements, {contiguous}, repeat as {rest}", contiguous.size());
    steps.push(Step::new(OPERATION, text).with("contiguous", contiguous.size()));
    let strides =
        leaves_of(&rest.stride()).into_iter().map(|(_, stride)| stride).filter(|&stride| stride != 0);
    let numbers: Vec<String> =
        std::iter::once(contiguous.size()).chain(strides).map(|n| n.to_string()).collect();
    let how = match numbers.as_slice() {
        [_] => value.to_string(),
        _ => format!("gcd({}) = {value}", numbers.join(", ")),
    };
    steps.push(Step::result(OPERATION, OPERATION, &how).with_value(&value));
    Ok(steps)
}

/// The steps of [`domain_distribute`](crate::domain_distribute): how many of the elements each mode takes.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::explain;
///
/// let steps = explain::domain_distribute(&"(15,14)".parse()?, 6)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "mode 0, size 15: gcd(15, 6) = 3 go along it, and 6 / 3 = 2 are left",
///     "mode 1, size 14: gcd(14, 2) = 2 go along it, and 2 / 2 = 1 are left",
///     "domain_distribute = (3,2):(1,15)",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn domain_distribute(shape: &IntTuple, count: i64) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "domain_distribute";
    let value = crate::domain_distribute(shape, count)?;
    let mut rest = count;
    let mut steps = Vec::new();
    for (path, size) in leaves_of(shape) {
        let taken = checked::gcd(size, rest);
        let left = rest / taken;
        let text = format!(
            "{path}, size {size}: gcd({size}, {rest}) = {taken} go along it, and {rest} / {taken} = {left} are left"
        );
        steps.push(Step::of_mode(OPERATION, &path, text).with("size", size).with("taken", taken));
        rest = left;
    }
    Ok(with_result(OPERATION, steps, &value))
}
