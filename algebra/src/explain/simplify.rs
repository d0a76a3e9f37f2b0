//! The steps of what makes a layout simpler: coalesce, filter, flatten, nullspace.

use super::explained;
use super::step::{Step, modes_of, with_result};
use crate::{Error, IntTuple, Layout, ModePath, Stride};

/// The steps of [`coalesce`](crate::coalesce()).
///
/// # Errors
/// None; a result like those of the other operations.
pub fn coalesce<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    explained("coalesce", |steps| Ok(crate::coalesce::coalesce_traced(layout, steps)))
}

/// The steps of [`coalesce_by_profile`](crate::coalesce_by_profile).
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let layout: Layout = "(2,(1,6),3):(1,(6,2),40)".parse()?;
/// let steps = explain::coalesce_by_profile(&layout, &"(1,1)".parse()?)?;
/// assert_eq!(steps.last().unwrap().value.as_deref(), Some("(2,6,3):(1,2,40)"));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn coalesce_by_profile<D: Stride>(layout: &Layout<D>, profile: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "coalesce";
    let value = crate::coalesce_by_profile(layout, profile)?;
    let steps = by_profile(OPERATION, layout, profile, &mut Vec::new(), &mut |mode, steps| {
        crate::coalesce::coalesce_traced(mode, steps);
    });
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`filter`](crate::filter()): [`filter_zeros`](crate::filter_zeros), then
/// [`coalesce`](crate::coalesce()).
///
/// # Errors
/// None; a result like those of the other operations.
pub fn filter<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    filter_mode(layout, &mut steps);
    Ok(with_result("filter", steps, &crate::filter(layout)))
}

/// The steps of [`filter_by_profile`](crate::filter_by_profile).
///
/// # Errors
/// Those of the operation.
pub fn filter_by_profile<D: Stride>(layout: &Layout<D>, profile: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "filter";
    let value = crate::filter_by_profile(layout, profile)?;
    let steps = by_profile(OPERATION, layout, profile, &mut Vec::new(), &mut filter_mode);
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`filter_zeros`](crate::filter_zeros).
///
/// # Errors
/// None; a result like those of the other operations.
pub fn filter_zeros<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    drop_zeros(layout, &mut steps);
    Ok(with_result("filter_zeros", steps, &crate::filter_zeros(layout)))
}

/// The steps of [`filter_zeros_by_profile`](crate::filter_zeros_by_profile).
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let layout: Layout = "(4,(3,2)):(2,(8,1))".parse()?;
/// let steps = explain::filter_zeros_by_profile(&layout, &"(1,(0,1))".parse()?)?;
/// assert_eq!(steps[0].text, "mode 1.0, 3:8, stands at a 0 of the profile: its size becomes 1");
/// assert_eq!(steps.last().unwrap().value.as_deref(), Some("(4,(1,2)):(2,(8,1))"));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn filter_zeros_by_profile<D: Stride>(
    layout: &Layout<D>,
    profile: &IntTuple,
) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "filter_zeros";
    let value = crate::filter_zeros_by_profile(layout, profile)?;
    let mut steps = Vec::new();
    drop_at_zeros(layout, profile, &ModePath::default(), &mut steps);
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`flatten`](crate::flatten()).
///
/// # Errors
/// None; a result like those of the other operations.
pub fn flatten<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "flatten";
    let moved = modes_of(layout).into_iter().enumerate().filter(|(index, (path, ..))| path.0 != [*index]);
    let steps = moved.filter(|(_, (path, ..))| !path.0.is_empty()).map(|(index, (path, size, stride))| {
        let number = i64::try_from(index).unwrap_or(i64::MAX);
        let text = format!("{path}, {size}:{stride}, becomes mode {index}");
        Step::of_mode(OPERATION, &path, text).with("becomes", number)
    });
    Ok(with_result(OPERATION, steps.collect(), &crate::flatten(layout)))
}

/// The steps of [`nullspace`](crate::nullspace()).
///
/// # Errors
/// None; a result like those of the other operations.
pub fn nullspace<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "nullspace";
    let mut steps = Vec::new();
    let mut before: i64 = 1;
    for (path, size, stride) in modes_of(layout) {
        if stride.is_zero() {
            let text = format!(
                "{path}, {size}:{stride}, adds nothing: its coordinates are {before} 1-D coordinates apart"
            );
            steps.push(Step::of_mode(OPERATION, &path, text).with("size", size).with("apart", before));
        }
        // The size of a layout fits.
        before = before.saturating_mul(size);
    }
    if steps.is_empty() {
        steps.push(Step::new(
            OPERATION,
            "no mode has stride 0: only coordinate 0 goes to offset 0".to_owned(),
        ));
    }
    Ok(with_result(OPERATION, steps, &crate::nullspace(layout)))
}

fn drop_zeros<D: Stride>(layout: &Layout<D>, steps: &mut Vec<Step>) {
    for (path, size, stride) in modes_of(layout) {
        if stride.is_zero() && size != 1 {
            let text = format!("{path}, {size}:{stride}, adds nothing: its size becomes 1");
            steps.push(Step::of_mode("filter_zeros", &path, text).with("size", size));
        }
    }
}

/// `layout` is the mode at `path`, and `profile` what stands for it.
fn drop_at_zeros<D: Stride>(layout: &Layout<D>, profile: &IntTuple, path: &ModePath, steps: &mut Vec<Step>) {
    let below = |inner: &[usize]| ModePath([path.0.as_slice(), inner].concat());
    match profile {
        IntTuple::Int(0) => {
            for (inner, size, stride) in modes_of(layout).into_iter().filter(|(_, size, _)| *size != 1) {
                let path = below(&inner.0);
                let text =
                    format!("{path}, {size}:{stride}, stands at a 0 of the profile: its size becomes 1");
                steps.push(Step::of_mode("filter_zeros", &path, text).with("size", size));
            }
        }
        IntTuple::Int(_) => {}
        IntTuple::Tuple(parts) => {
            for (index, (mode, part)) in layout.modes().iter().zip(parts).enumerate() {
                drop_at_zeros(mode, part, &below(&[index]), steps);
            }
        }
    }
}

fn filter_mode<D: Stride>(layout: &Layout<D>, steps: &mut Vec<Step>) {
    drop_zeros(layout, steps);
    let without_zeros = crate::filter_zeros(layout);
    steps.push(Step::result("filter_zeros", "without the modes of stride 0", &without_zeros));
    crate::coalesce::coalesce_traced(&without_zeros, steps);
}

/// Tells the steps of each mode at an integer of the profile.
fn by_profile<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    profile: &IntTuple,
    path: &mut Vec<usize>,
    tell: &mut impl FnMut(&Layout<D>, &mut Vec<Step>),
) -> Vec<Step> {
    let mut steps = Vec::new();
    let IntTuple::Tuple(elements) = profile else {
        tell(layout, &mut steps);
        steps.iter_mut().for_each(|step| step.move_into(path));
        return steps;
    };
    for (index, mode) in layout.modes().iter().enumerate() {
        path.push(index);
        match elements.get(index) {
            Some(element) => steps.extend(by_profile(operation, mode, element, path, tell)),
            None => {
                let path = ModePath(path.clone());
                let text = format!("{path}, {mode}, has no element in the profile: it stays");
                steps.push(Step::of_mode(operation, &path, text));
            }
        }
        path.pop();
    }
    steps
}
