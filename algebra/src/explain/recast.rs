//! The steps of upcast, downcast and recast.

use super::Step;
use super::step::{modes_of, with_result};
use crate::recast_factors::recast_factors;
use crate::{Error, Layout};

/// The steps of [`upcast`](crate::upcast): whether elements or steps of each mode are merged.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::upcast(&"(8,4,3):(1,8,0)".parse::<Layout>()?, 4)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "mode 0, 8:1: 4 steps of 1 make an element of 4, so the size is divided: 2:1",
///     "mode 1, 4:8: a step of 8 is 2 elements of 4: 4:2",
///     "mode 2, 3:0: stride 0 stays",
///     "upcast = (2,4,3):(1,2,0)",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn upcast(layout: &Layout, factor: i64) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "upcast";
    let value = crate::upcast(layout, factor)?;
    let steps =
        modes_of(layout).into_iter().zip(modes_of(&value)).map(|((path, size, stride), (_, to, by))| {
            let how = match stride {
                0 => "stride 0 stays".to_owned(),
                _ if stride % factor == 0 => {
                    format!("a step of {stride} is {} elements of {factor}: {to}:{by}", stride / factor)
                }
                _ => format!(
                    "{} steps of {stride} make an element of {factor}, so the size is divided: {to}:{by}",
                    factor / stride.saturating_abs().max(1)
                ),
            };
            Step::of_mode(OPERATION, &path, format!("{path}, {size}:{stride}: {how}"))
                .with("size", size)
                .with("stride", stride)
                .with("factor", factor)
                .with_value(&format!("{to}:{by}"))
        });
    Ok(with_result(OPERATION, steps.collect(), &value))
}

/// The steps of [`downcast`](crate::downcast): the mode that gains elements, and the strides that are multiplied.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::downcast(&"(2,4):(1,2)".parse::<Layout>()?, 4)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "mode 0, 2:1: each element becomes 4 adjacent ones: 8:1",
///     "mode 1, 4:2: a step of 2 elements is one of 8: 4:8",
///     "downcast = (8,4):(1,8)",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn downcast(layout: &Layout, factor: i64) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "downcast";
    let value = crate::downcast(layout, factor)?;
    let steps =
        modes_of(layout).into_iter().zip(modes_of(&value)).map(|((path, size, stride), (_, to, by))| {
            let how = match stride {
                1 | -1 => format!("each element becomes {factor} adjacent ones: {to}:{by}"),
                0 => "stride 0 stays".to_owned(),
                _ => format!("a step of {stride} elements is one of {by}: {to}:{by}"),
            };
            Step::of_mode(OPERATION, &path, format!("{path}, {size}:{stride}: {how}"))
                .with("size", size)
                .with("stride", stride)
                .with("factor", factor)
                .with_value(&format!("{to}:{by}"))
        });
    Ok(with_result(OPERATION, steps.collect(), &value))
}

/// The steps of [`recast`](crate::recast()): the factors, then [`upcast`] and [`downcast`] by them.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{Layout, explain};
///
/// let steps = explain::recast(&"(8,4):(1,8)".parse::<Layout>()?, 16, 32)?;
/// assert_eq!(steps[0].text, "elements of 16 bits as elements of 32: upcast by 2");
/// assert_eq!(steps.last().unwrap().text, "recast = (4,4):(1,4)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn recast(layout: &Layout, old_bits: i64, new_bits: i64) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "recast";
    let value = crate::recast(layout, old_bits, new_bits)?;
    let (up, down) = recast_factors(old_bits, new_bits)?;
    let how = match (up, down) {
        (1, 1) => "nothing changes".to_owned(),
        (_, 1) => format!("upcast by {up}"),
        (1, _) => format!("downcast by {down}"),
        _ => format!("upcast by {up}, then downcast by {down}"),
    };
    let text = format!("elements of {old_bits} bits as elements of {new_bits}: {how}");
    let mut steps = vec![Step::new(OPERATION, text).with("upcast", up).with("downcast", down)];
    let mut current = layout.clone();
    if up != 1 {
        steps.extend(upcast(&current, up)?);
        current = crate::upcast(&current, up)?;
    }
    if down != 1 {
        steps.extend(downcast(&current, down)?);
    }
    steps.push(Step::result(OPERATION, OPERATION, &value));
    Ok(steps)
}
