//! The steps of what compares and divides shapes.

use super::Step;
use super::step::{leaves_of, with_result};
use crate::{Error, IntTuple, ModePath, checked};

/// The steps of [`shape_div`](crate::shape_div()): what each mode takes of the divisor.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{IntTuple, explain};
///
/// let steps = explain::shape_div(&"(4,5,6)".parse()?, &IntTuple::Int(40))?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "mode 0: 4 / 40 = 1, which leaves 10 of the divisor",
///     "mode 1: 5 / 10 = 1, which leaves 2 of the divisor",
///     "mode 2: 6 / 2 = 3",
///     "shape_div = (1,1,3)",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn shape_div(shape: &IntTuple, divisor: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "shape_div";
    let value = crate::shape_div(shape, divisor)?;
    let steps = division(OPERATION, shape, divisor, &|rest, size| (rest / size).max(1), "")?;
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`ceil_div`](crate::ceil_div): what each mode takes of the divisor.
///
/// # Errors
/// Those of the operation.
pub fn ceil_div(shape: &IntTuple, divisor: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "ceil_div";
    let value = crate::ceil_div(shape, divisor)?;
    let steps = division(OPERATION, shape, divisor, &checked::ceil_div_positive, " rounded up")?;
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`shape_div_rounding_up`](crate::shape_div_rounding_up): what each mode takes of the divisor.
///
/// # Errors
/// Those of the operation.
pub fn shape_div_rounding_up(shape: &IntTuple, divisor: &IntTuple) -> Result<Vec<Step>, Error> {
    let value = crate::shape_div_rounding_up(shape, divisor)?;
    let steps = division("ceil_div", shape, divisor, &checked::ceil_div_positive, " rounded up")?;
    Ok(with_result("shape_div", steps, &value))
}

/// The steps of [`shape_mod`](crate::shape_mod): what the divisor takes of each mode is what is kept.
///
/// # Errors
/// Those of the operation.
pub fn shape_mod(shape: &IntTuple, divisor: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "shape_mod";
    let value = crate::shape_mod(shape, divisor)?;
    let mut steps = shape_div(shape, divisor)?;
    for ((path, size), (_, kept)) in leaves_of(shape).into_iter().zip(leaves_of(&value)) {
        let text = format!("{path}: {kept} of {size} are kept");
        steps.push(Step::of_mode(OPERATION, &path, text).with("size", size).with("kept", kept));
    }
    Ok(with_result(OPERATION, steps, &value))
}

/// The steps of [`round_up`](crate::round_up): each size to the next multiple.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::explain;
///
/// let steps = explain::round_up(&"(10,8)".parse()?, &"(4,8)".parse()?)?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, ["mode 0: 10 becomes 12", "mode 1: 8 stays", "round_up = (12,8)"]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn round_up(shape: &IntTuple, multiple: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "round_up";
    let value = crate::round_up(shape, multiple)?;
    let steps = leaves_of(shape).into_iter().zip(leaves_of(&value)).map(|((path, size), (_, rounded))| {
        let place = if path.0.is_empty() { "the only mode".to_owned() } else { path.to_string() };
        let text = match rounded == size {
            true => format!("{place}: {size} stays"),
            false => format!("{place}: {size} becomes {rounded}"),
        };
        Step::of_mode(OPERATION, &path, text).with("size", size).with("rounded", rounded)
    });
    Ok(with_result(OPERATION, steps.collect(), &value))
}

/// The quotient of each integer of the shape.
fn division(
    operation: &'static str,
    shape: &IntTuple,
    divisor: &IntTuple,
    quotient: &impl Fn(i64, i64) -> i64,
    inexact: &'static str,
) -> Result<Vec<Step>, Error> {
    let mut division = Division { operation, quotient, inexact, path: Vec::new(), steps: Vec::new() };
    division.divide(shape, divisor)?;
    if let Some(last) = division.steps.last_mut()
        && let Some(end) = last.text.find(", which leaves")
    {
        // Nothing comes behind the last mode.
        last.text.truncate(end);
    }
    Ok(division.steps)
}

struct Division<'q, Q> {
    operation: &'static str,
    quotient: &'q Q,
    /// What stands behind a quotient that leaves a rest.
    inexact: &'static str,
    path: Vec<usize>,
    steps: Vec<Step>,
}

impl<Q: Fn(i64, i64) -> i64> Division<'_, Q> {
    fn divide(&mut self, shape: &IntTuple, divisor: &IntTuple) -> Result<(), Error> {
        match (shape, divisor) {
            (IntTuple::Int(size), IntTuple::Int(divisor)) => {
                self.told(*size, *divisor, None);
                Ok(())
            }
            (IntTuple::Int(_), IntTuple::Tuple(_)) => self.divide(shape, &IntTuple::Int(divisor.product()?)),
            (IntTuple::Tuple(_), IntTuple::Int(divisor)) => {
                let mut rest = *divisor;
                for (path, size) in leaves_of(shape) {
                    let left = (self.quotient)(rest, size);
                    let outside = std::mem::replace(&mut self.path, path.0);
                    self.told(size, rest, Some(left));
                    self.path = outside;
                    rest = left;
                }
                Ok(())
            }
            (IntTuple::Tuple(modes), IntTuple::Tuple(divisors)) => {
                let one = IntTuple::Int(1);
                let divisors = divisors.iter().chain(std::iter::repeat(&one));
                for (index, (mode, divisor)) in modes.iter().zip(divisors).enumerate() {
                    self.path.push(index);
                    self.divide(mode, divisor)?;
                    self.path.pop();
                }
                Ok(())
            }
        }
    }

    fn told(&mut self, size: i64, divisor: i64, left: Option<i64>) {
        let path = ModePath(self.path.clone());
        let divided = (self.quotient)(size, divisor);
        let rounded = if size % divisor > 0 { self.inexact } else { "" };
        let how = format!("{size} / {divisor}{rounded} = {divided}");
        let rest = left.map(|left| format!(", which leaves {left} of the divisor")).unwrap_or_default();
        let place = if path.0.is_empty() { "the only mode".to_owned() } else { path.to_string() };
        let step = Step::of_mode(self.operation, &path, format!("{place}: {how}{rest}"));
        self.steps.push(step.with("size", size).with("divisor", divisor).with("quotient", divided));
    }
}

/// The steps of [`congruent`](crate::congruent()): the first mode where the nesting differs.
///
/// # Errors
/// None; a result like those of the other operations.
///
/// ```
/// use layout_algebra::explain;
///
/// let steps = explain::congruent(&"(4,(2,4))".parse()?, &"(7,8)".parse()?)?;
/// assert_eq!(steps[0].text, "at mode 1, a tuple of rank 2 against an integer");
/// assert_eq!(steps[1].text, "congruent = false");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn congruent(a: &IntTuple, b: &IntTuple) -> Result<Vec<Step>, Error> {
    let difference = a.first_difference(b, &[]);
    Ok(comparison("congruent", difference, || "both nest alike".to_owned()))
}

/// The steps of [`weakly_congruent`](crate::weakly_congruent): the first mode where `b` nests otherwise.
///
/// # Errors
/// None; a result like those of the other operations.
pub fn weakly_congruent(a: &IntTuple, b: &IntTuple) -> Result<Vec<Step>, Error> {
    let difference = first_refusal(a, b, &mut Vec::new(), &|_, _| Ok(None))?;
    Ok(comparison("weakly_congruent", difference, || format!("{b} nests as {a} or deeper")))
}

/// The steps of [`compatible`](crate::compatible): the first mode where `b` nests otherwise or has another size.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::explain;
///
/// let steps = explain::compatible(&"(4,12)".parse()?, &"(4,(3,2))".parse()?)?;
/// assert_eq!(steps[0].text, "at mode 1, size 12 against (3,2), of size 6");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn compatible(a: &IntTuple, b: &IntTuple) -> Result<Vec<Step>, Error> {
    let difference = first_refusal(a, b, &mut Vec::new(), &|size, b| {
        let product = b.product()?;
        Ok((size != product).then(|| match b {
            IntTuple::Int(other) => format!("size {size} against size {other}"),
            IntTuple::Tuple(_) => format!("size {size} against {b}, of size {product}"),
        }))
    })?;
    Ok(comparison("compatible", difference, || format!("every coordinate of {a} is one of {b}")))
}

/// The first mode where `b` nests less deep than `a`, or where an integer of `a` stands against what `refuses`.
fn first_refusal(
    a: &IntTuple,
    b: &IntTuple,
    path: &mut Vec<usize>,
    refuses: &impl Fn(i64, &IntTuple) -> Result<Option<String>, Error>,
) -> Result<Option<(ModePath, String)>, Error> {
    match (a, b) {
        (IntTuple::Int(size), _) => {
            Ok(refuses(*size, b)?.map(|difference| (ModePath(path.clone()), difference)))
        }
        (IntTuple::Tuple(modes), IntTuple::Tuple(others)) if modes.len() == others.len() => {
            for (index, (mode, other)) in modes.iter().zip(others).enumerate() {
                path.push(index);
                let difference = first_refusal(mode, other, path, refuses)?;
                path.pop();
                if difference.is_some() {
                    return Ok(difference);
                }
            }
            Ok(None)
        }
        _ => Ok(a.first_difference(b, path)),
    }
}

fn comparison(
    operation: &'static str,
    difference: Option<(ModePath, String)>,
    alike: impl FnOnce() -> String,
) -> Vec<Step> {
    let holds = difference.is_none();
    let step = match difference {
        None => Step::condition(operation, true, alike()),
        Some((mode, difference)) => {
            Step::condition(operation, false, format!("at {mode}, {difference}")).at(mode)
        }
    };
    with_result(operation, vec![step], &holds)
}

/// The steps of [`evenly_divides`](crate::evenly_divides): how many tiles each mode holds.
///
/// # Errors
/// Those of the operation.
pub fn evenly_divides(shape: &IntTuple, tiler: &IntTuple) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "evenly_divides";
    let value = crate::evenly_divides(shape, tiler)?;
    let mut steps = Vec::new();
    tiles(shape, tiler, &mut Vec::new(), &mut steps)?;
    Ok(with_result(OPERATION, steps, &value))
}

fn tiles(
    shape: &IntTuple,
    tiler: &IntTuple,
    path: &mut Vec<usize>,
    steps: &mut Vec<Step>,
) -> Result<(), Error> {
    const OPERATION: &str = "evenly_divides";
    let mode = ModePath(path.clone());
    match tiler {
        IntTuple::Int(size) => {
            let repeats = crate::ceil_div(shape, tiler)?.product()?;
            let covers = checked::mul(OPERATION, *size, repeats)?;
            let of = shape.product()?;
            let holds = covers == of;
            let text = format!("{mode}: {repeats} tiles of {size} cover {covers} of {of}");
            let step = Step::condition(OPERATION, holds, text).at(mode);
            steps.push(step.with("tile", *size).with("repeats", repeats).with("size", of));
        }
        IntTuple::Tuple(elements) if elements.len() > shape.rank() => {
            let text = format!("{mode}: {} elements of the tiler for {} modes", elements.len(), shape.rank());
            steps.push(Step::condition(OPERATION, false, text).at(mode));
        }
        IntTuple::Tuple(elements) => {
            for (index, (shape, element)) in shape.modes().iter().zip(elements).enumerate() {
                path.push(index);
                tiles(shape, element, path, steps)?;
                path.pop();
            }
        }
    }
    Ok(())
}
