//! How a result comes about, step by step: the text of a hover.
//!
//! The steps are told by the code that computes the result, so they cannot disagree with it; the last one holds it.
//!
//! ```
//! use layout_algebra::{Layout, explain};
//!
//! let steps = explain::composition(&"(6,2):(8,2)".parse::<Layout>()?, &"4:3".parse::<Layout>()?)?;
//! let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
//! assert_eq!(texts, [
//!     "A = (6,2):(8,2) coalesced for B = 4:3: (6,2):(8,2)",
//!     "4:3 of B against (6,2):(8,2): skip 3 elements at a time, keep 4: (2,2):(24,2)",
//!     "A∘B = (2,2):(24,2)",
//! ]);
//! # Ok::<(), layout_algebra::Error>(())
//! ```

use std::fmt::Display;

use crate::stride::Stride;
use crate::{Error, IntTuple, Layout, ModePath, Tiler};

/// One step of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// CuTe's name of the operation that takes the step.
    pub operation: &'static str,
    /// The mode of the operand it is about; empty when about the whole.
    pub mode: ModePath,
    /// The step with its operands and numbers, one line.
    pub text: String,
    /// The layout that the step produces, if it does.
    pub value: Option<String>,
}

impl Step {
    pub(crate) fn new(operation: &'static str, text: String) -> Self {
        Step { operation, mode: ModePath::default(), text, value: None }
    }

    pub(crate) fn result(operation: &'static str, name: &str, value: &impl Display) -> Self {
        Step::new(operation, format!("{name} = {value}")).with_value(value)
    }

    pub(crate) fn at(mut self, mode: ModePath) -> Self {
        self.mode = mode;
        self
    }

    pub(crate) fn with_value(mut self, value: &impl Display) -> Self {
        self.value = Some(value.to_string());
        self
    }
}

/// Who is told the steps of an operation; `()` is told nothing and costs nothing.
pub(crate) trait Trace {
    fn step(&mut self, step: impl FnOnce() -> Step);

    /// The same listener, for steps inside mode `index`.
    fn inside(&mut self, index: usize) -> impl Trace;
}

impl Trace for () {
    fn step(&mut self, _: impl FnOnce() -> Step) {}

    fn inside(&mut self, _: usize) -> impl Trace {}
}

impl Trace for Vec<Step> {
    fn step(&mut self, step: impl FnOnce() -> Step) {
        self.push(step());
    }

    fn inside(&mut self, index: usize) -> impl Trace {
        StepsInside { steps: self, path: vec![index] }
    }
}

/// Steps whose modes lie inside the mode at `path`.
struct StepsInside<'a> {
    steps: &'a mut Vec<Step>,
    path: Vec<usize>,
}

impl Trace for StepsInside<'_> {
    fn step(&mut self, step: impl FnOnce() -> Step) {
        let mut step = step();
        step.mode.0.splice(0..0, self.path.iter().copied());
        self.steps.push(step);
    }

    fn inside(&mut self, index: usize) -> impl Trace {
        let path = self.path.iter().copied().chain([index]).collect();
        StepsInside { steps: &mut *self.steps, path }
    }
}

/// The steps of `compute`, and its value as the last one.
fn explained<D: Stride>(
    operation: &'static str,
    compute: impl FnOnce(&mut Vec<Step>) -> Result<Layout<D>, Error>,
) -> Result<Vec<Step>, Error> {
    let mut steps = Vec::new();
    let value = compute(&mut steps)?;
    let text = value.to_string();
    let is_told =
        steps.last().is_some_and(|step| step.mode.0.is_empty() && step.value.as_ref() == Some(&text));
    if !is_told {
        steps.push(Step::result(operation, operation, &text));
    }
    Ok(steps)
}

/// The steps of [`coalesce`](crate::coalesce()).
///
/// # Errors
/// None; a result like those of the other operations.
pub fn coalesce<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    explained("coalesce", |steps| Ok(crate::coalesce::coalesce_traced(layout, steps)))
}

/// The steps of [`composition`](crate::composition()).
///
/// # Errors
/// Those of the operation.
pub fn composition<D: Stride, E: Stride>(a: &Layout<D>, b: &Layout<E>) -> Result<Vec<Step>, Error> {
    explained("composition", |steps| crate::composition::composition_traced(a, b, steps))
}

/// The steps of [`composition_tiler`](crate::composition_tiler).
///
/// # Errors
/// Those of the operation.
pub fn composition_tiler<D: Stride, E: Stride>(a: &Layout<D>, tiler: &Tiler<E>) -> Result<Vec<Step>, Error> {
    explained("composition", |steps| crate::composition::composition_tiler_traced(a, tiler, steps))
}

/// The steps of [`complement`](crate::complement()).
///
/// # Errors
/// Those of the operation.
pub fn complement<D: Stride>(layout: &Layout<D>, cotarget: &IntTuple) -> Result<Vec<Step>, Error> {
    explained("complement", |steps| crate::complement::complement_traced(layout, cotarget, steps))
}

/// The steps of [`complement_in_cosize`](crate::complement_in_cosize).
///
/// # Errors
/// Those of the operation.
pub fn complement_in_cosize<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    complement(layout, &crate::complement::cosize_target(layout)?)
}

/// The steps of [`right_inverse`](crate::right_inverse).
///
/// # Errors
/// Those of the operation.
pub fn right_inverse<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    explained("right_inverse", |steps| crate::inverse::right_inverse_traced(layout, steps))
}

/// The steps of [`left_inverse`](crate::left_inverse).
///
/// # Errors
/// Those of the operation.
pub fn left_inverse<D: Stride>(layout: &Layout<D>) -> Result<Vec<Step>, Error> {
    explained("left_inverse", |steps| crate::inverse::left_inverse_traced(layout, steps))
}

/// The steps of [`logical_divide`](crate::logical_divide).
///
/// # Errors
/// Those of the operation.
pub fn logical_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("logical_divide", |steps| crate::divide::logical_divide_traced(layout, tiler, steps))
}

/// The steps of [`zipped_divide`](crate::zipped_divide).
///
/// # Errors
/// Those of the operation.
pub fn zipped_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("zipped_divide", |steps| {
        crate::divide::zipped_divide_traced("zipped_divide", layout, tiler, steps)
    })
}

/// The steps of [`tiled_divide`](crate::tiled_divide).
///
/// # Errors
/// Those of the operation.
pub fn tiled_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("tiled_divide", |steps| crate::divide::tiled_divide_traced(layout, tiler, steps))
}

/// The steps of [`flat_divide`](crate::flat_divide).
///
/// # Errors
/// Those of the operation.
pub fn flat_divide<D: Stride>(layout: &Layout<D>, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("flat_divide", |steps| crate::divide::flat_divide_traced(layout, tiler, steps))
}

/// The steps of [`logical_product`](crate::logical_product).
///
/// # Errors
/// Those of the operation.
pub fn logical_product(block: &Layout, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("logical_product", |steps| crate::product::logical_product_traced(block, tiler, steps))
}

/// The steps of [`zipped_product`](crate::zipped_product).
///
/// # Errors
/// Those of the operation.
pub fn zipped_product(block: &Layout, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("zipped_product", |steps| {
        crate::product::zipped_product_traced("zipped_product", block, tiler, steps)
    })
}

/// The steps of [`tiled_product`](crate::tiled_product).
///
/// # Errors
/// Those of the operation.
pub fn tiled_product(block: &Layout, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("tiled_product", |steps| crate::product::tiled_product_traced(block, tiler, steps))
}

/// The steps of [`flat_product`](crate::flat_product).
///
/// # Errors
/// Those of the operation.
pub fn flat_product(block: &Layout, tiler: &Tiler) -> Result<Vec<Step>, Error> {
    explained("flat_product", |steps| crate::product::flat_product_traced(block, tiler, steps))
}

/// The steps of [`blocked_product`](crate::blocked_product).
///
/// # Errors
/// Those of the operation.
pub fn blocked_product(block: &Layout, grid: &Layout) -> Result<Vec<Step>, Error> {
    explained("blocked_product", |steps| crate::product::blocked_product_traced(block, grid, steps))
}

/// The steps of [`raked_product`](crate::raked_product).
///
/// # Errors
/// Those of the operation.
pub fn raked_product(block: &Layout, grid: &Layout) -> Result<Vec<Step>, Error> {
    explained("raked_product", |steps| crate::product::raked_product_traced(block, grid, steps))
}

/// The steps of [`tile_to_shape`](crate::tile_to_shape).
///
/// # Errors
/// Those of the operation.
pub fn tile_to_shape(
    block: &Layout,
    target: &IntTuple,
    order: Option<&IntTuple>,
) -> Result<Vec<Step>, Error> {
    explained("tile_to_shape", |steps| {
        crate::tile_to_shape::tile_to_shape_traced(block, target, order, steps)
    })
}
