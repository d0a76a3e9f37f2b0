//! Composition: the layout of A(B(c)) (`composition` in CuTe's `layout.hpp`; section 3.3 of the CuTe paper).

use std::fmt::Display;

use crate::checked::ceil_div_positive;
use crate::coalesce::coalesce_extending;
use crate::codomain::{Axis, coprofile, multiple};
use crate::error::shortened;
use crate::explain::{Step, Trace};
use crate::layout::{FlatModes, LayoutBuilder, LayoutRef, Node};
use crate::stride::Stride;
use crate::{Error, ErrorKind, IntTuple, Layout, ModePath, Nearest, Tiler, TilerMode, xor};

const OPERATION: &str = "composition";

/// The layout R with B's shape and `R(c) = A(B(c))`, as CuTe computes it.
///
/// Each mode of B is composed on its own and nothing tests that the modes do not interfere, so CuTe accepts some
/// operands for which R is not A∘B: [`proof::composition`](crate::proof::composition) tells.
///
/// # Errors
/// [`ErrorKind::StrideDivisibility`], [`ErrorKind::ShapeDivisibility`] where CuTe refuses; [`ErrorKind::TilerRank`]
/// when B's coordinate strides name modes that A does not have; [`ErrorKind::UnsupportedStride`] when a stride of B is
/// a sum of basis vectors; [`ErrorKind::XorCarry`] where a layout with XOR strides is not A∘B (such strides are not
/// CuTe's, so there is no result of CuTe to give); [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::{Layout, composition};
///
/// let a: Layout = "(6,2):(8,2)".parse()?;
/// let b: Layout = "(4,3):(3,1)".parse()?;
/// assert_eq!(composition(&a, &b)?.to_string(), "((2,2),3):((24,2),8)");
///
/// let a: Layout = "(4,6,8):(2,3,5)".parse()?;
/// let b: Layout = "6:1".parse()?;
/// assert_eq!(composition(&a, &b).unwrap_err().why(), "shape_divisibility");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composition<D: Stride, E: Stride>(a: &Layout<D>, b: &Layout<E>) -> Result<Layout<D>, Error> {
    composition_traced(a, b, &mut ())
}

/// The composition with a tiler: a layout, or one element for each of A's leading modes.
///
/// A by-mode tiler drops the modes of A that it has no element for.
///
/// # Errors
/// Those of [`composition`], and [`ErrorKind::TilerRank`] when the tiler has more elements than A has modes.
///
/// ```
/// use layout_algebra::{Layout, Tiler, composition_tiler};
///
/// let a: Layout = "(12,(4,8)):(59,(13,1))".parse()?;
/// let tiler: Tiler = "<3:4,8:2>".parse()?;
/// assert_eq!(composition_tiler(&a, &tiler)?.to_string(), "(3,(2,4)):(236,(26,1))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composition_tiler<D: Stride, E: Stride>(a: &Layout<D>, tiler: &Tiler<E>) -> Result<Layout<D>, Error> {
    composition_tiler_traced(a, tiler, &mut ())
}

pub(crate) fn composition_tiler_traced<D: Stride, E: Stride>(
    a: &Layout<D>,
    tiler: &Tiler<E>,
    trace: &mut impl Trace,
) -> Result<Layout<D>, Error> {
    match tiler {
        Tiler::Layout(layout) => composition_traced(a, layout, trace),
        Tiler::ByMode(elements) => {
            TilerMode::check_limits(OPERATION, elements)?;
            let mut composed = LayoutBuilder::new();
            compose_by_mode(a.as_ref(), elements, &mut composed, trace)?;
            composed.finish()
        }
    }
}

fn compose_by_mode<D: Stride, E: Stride>(
    a: LayoutRef<'_, D>,
    elements: &[TilerMode<E>],
    composed: &mut LayoutBuilder<D>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    TilerMode::check_rank(OPERATION, elements, a.rank())?;
    composed.tuple(elements.len());
    for (i, (mode, element)) in a.modes().zip(elements).enumerate() {
        let mut trace = trace.inside(i);
        match element {
            TilerMode::Keep => {
                composed.layout(mode);
                Ok(())
            }
            TilerMode::Size(size) => {
                let tile = Layout::<i64>::checked_mode(*size, 1)?;
                compose_into(mode, tile.as_ref(), composed, &mut trace)
            }
            TilerMode::Layout(layout) => compose_into(mode, layout.as_ref(), composed, &mut trace),
            TilerMode::ByMode(elements) => compose_by_mode(mode, elements, composed, &mut trace),
        }
        .map_err(|error| error.in_mode(i))?;
    }
    Ok(())
}

/// [`composition`], with each step told to `trace`.
pub(crate) fn composition_traced<D: Stride, E: Stride>(
    a: &Layout<D>,
    b: &Layout<E>,
    trace: &mut impl Trace,
) -> Result<Layout<D>, Error> {
    compose(a.as_ref(), b.as_ref(), trace)
}

/// [`composition`] of layouts or modes of layouts.
pub(crate) fn compose<D: Stride, E: Stride>(
    a: LayoutRef<'_, D>,
    b: LayoutRef<'_, E>,
    trace: &mut impl Trace,
) -> Result<Layout<D>, Error> {
    let mut composed = LayoutBuilder::new();
    compose_into(a, b, &mut composed, trace)?;
    composed.finish()
}

/// [`composition`], as the next mode of a layout under construction.
pub(crate) fn compose_into<D: Stride, E: Stride>(
    a: LayoutRef<'_, D>,
    b: LayoutRef<'_, E>,
    composed: &mut LayoutBuilder<D>,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    if !E::IS_LINEAR {
        let with_xor = xor::compose_with_xor(&a.to_layout(), &b.to_layout(), trace)?;
        composed.layout(with_xor.as_ref());
        return Ok(());
    }
    let start = composed.mark();
    let mut left = Left::new();
    left.fill(a, b)?;
    trace.step(|| Step::new(OPERATION, format!("A = {a} coalesced for B = {b}: {}", left.text())));
    let mut leaves = b.leaves().iter().enumerate();
    for node in b.profile().nodes() {
        match node {
            Node::Tuple(rank) => composed.tuple(rank),
            Node::Leaf => {
                if let Some((leaf, (size, stride))) = leaves.next() {
                    let path = || ModePath(b.profile().path_of_leaf(leaf));
                    compose_leaf(&left, *size, stride, composed, path, trace)?;
                }
            }
        }
    }
    if !D::IS_LINEAR {
        xor::refuse_carries(&a.to_layout(), &b.to_layout(), &composed.since(start).to_layout())?;
    }
    trace.step(|| Step::result(OPERATION, "A∘B", &composed.since(start)));
    Ok(())
}

/// The left operand, coalesced at each coordinate that B's strides can name.
pub(crate) struct Left<D> {
    /// The flat modes, when B's strides are integers.
    flat: FlatModes<D>,
    /// The modes, when they are coordinates.
    by_mode: Option<Vec<Left<D>>>,
}

impl<D: Stride> Left<D> {
    /// A left operand that is still to be coalesced.
    pub(crate) fn new() -> Self {
        Left { flat: FlatModes::new(), by_mode: None }
    }

    /// Coalesces A for the strides of B.
    pub(crate) fn fill<E: Stride>(&mut self, a: LayoutRef<'_, D>, b: LayoutRef<'_, E>) -> Result<(), Error> {
        match E::HAS_AXES {
            false => {
                coalesce_extending(a.leaves(), &mut self.flat);
                Ok(())
            }
            true => self.fill_by_mode(a, &coprofile(OPERATION, b.leaves())?),
        }
    }

    fn fill_by_mode(&mut self, a: LayoutRef<'_, D>, coprofile: &IntTuple<Axis>) -> Result<(), Error> {
        let IntTuple::Tuple(elements) = coprofile else {
            coalesce_extending(a.leaves(), &mut self.flat);
            return Ok(());
        };
        if elements.len() > a.rank() {
            let kind = ErrorKind::TilerRank { elements: elements.len(), rank: a.rank() };
            return Err(Error::new(OPERATION, kind).at(ModePath::default()));
        }
        let mut modes = Vec::with_capacity(elements.len());
        for (i, (mode, element)) in a.modes().zip(elements).enumerate() {
            let mut left = Left::new();
            left.fill_by_mode(mode, element).map_err(|error| error.in_mode(i))?;
            modes.push(left);
        }
        self.by_mode = Some(modes);
        Ok(())
    }

    /// The flat modes that a stride of B steps through.
    pub(crate) fn at(&self, path: &[usize]) -> Option<&FlatModes<D>> {
        match (&self.by_mode, path) {
            (None, _) => Some(&self.flat),
            (Some(modes), [first, rest @ ..]) => modes.get(*first)?.at(rest),
            (Some(_), []) => None,
        }
    }

    fn text(&self) -> String {
        match &self.by_mode {
            None => Layout::from_flat(self.flat.clone()).to_string(),
            Some(modes) => {
                let texts: Vec<String> = modes.iter().map(Left::text).collect();
                format!("<{}>", texts.join(","))
            }
        }
    }
}

/// The composition of the left operand with one mode of B, which stands at `path`.
fn compose_leaf<D: Stride, E: Stride>(
    left: &Left<D>,
    size: i64,
    stride: &E,
    composed: &mut LayoutBuilder<D>,
    path: impl Fn() -> ModePath,
    trace: &mut impl Trace,
) -> Result<(), Error> {
    let (basis, step) = multiple(OPERATION, stride)?;
    if step == 0 {
        composed.leaf(size, D::zero());
        return Ok(());
    }
    let modes = left.at(basis).ok_or_else(|| {
        let reason = "another stride of the right operand names a mode inside the mode that this one names";
        Error::new(OPERATION, ErrorKind::UnsupportedStride { stride: stride.to_string(), reason })
    })?;
    let start = composed.mark();
    composed
        .flat(|result| compose_mode(modes, size, step, result))
        .map_err(|refusal| refusal.into_error(modes, size, step, path()))?;
    trace.step(|| mode_step(modes, size, step, &composed.since(start)).at(path()));
    Ok(())
}

fn mode_step<D: Stride>(modes: &FlatModes<D>, size: i64, step: i64, composed: &impl Display) -> Step {
    let left = Layout::from_flat(modes.clone());
    let how = match modes.len() {
        0 | 1 => "one mode on the left: the strides multiply".to_owned(),
        _ => format!("skip {step} {} at a time, keep {size}", if step == 1 { "element" } else { "elements" }),
    };
    Step::new(OPERATION, format!("{size}:{step} of B against {left}: {how}: {composed}"))
        .with("size", size)
        .with("stride", step)
        .with_value(composed)
}

/// Why one mode of B has no composition, in numbers; texts are made only when the error is reported.
enum Refusal {
    NoProduct,
    Stride { left_mode: usize, stride: i64, size: i64 },
    Shape { left_mode: usize, size: i64, by: i64 },
}

impl Refusal {
    fn into_error<D: Stride>(
        self,
        modes: &FlatModes<D>,
        b_size: i64,
        b_stride: i64,
        mode: ModePath,
    ) -> Error {
        let operation = OPERATION;
        let operand = "right operand";
        let right = format!("{b_size}:{b_stride}");
        let left = shortened(&Layout::from_flat(modes.clone()));
        match self {
            Refusal::NoProduct => D::sum_error(operation),
            Refusal::Stride { left_mode, stride, size } => {
                let nearest = Nearest::around(b_stride, |stride| composes(modes, b_size, stride));
                Error::new(
                    operation,
                    ErrorKind::StrideDivisibility { operand, right, left, left_mode, stride, size, nearest },
                )
                .at(mode)
            }
            Refusal::Shape { left_mode, size, by } => {
                let nearest = Nearest::around(b_size, |size| composes(modes, size, b_stride));
                Error::new(
                    operation,
                    ErrorKind::ShapeDivisibility { operand, right, left, left_mode, size, by, nearest },
                )
                .at(mode)
            }
        }
    }
}

/// Whether flat, coalesced modes have a composition with `size:step`.
fn composes<D: Stride>(modes: &[(i64, D)], size: i64, step: i64) -> bool {
    compose_mode(modes, size, step, &mut FlatModes::new()).is_ok()
}

/// Puts the composition of flat, coalesced modes with `size:step` behind `result`.
///
/// Each left mode but the last takes what it can: the step is divided by the mode's size until it fits inside one,
/// then the size is divided by what that mode has left. The last mode extends without bound.
fn compose_mode<D: Stride>(
    modes: &[(i64, D)],
    size: i64,
    step: i64,
    result: &mut FlatModes<D>,
) -> Result<(), Refusal> {
    let Some(((_, last_stride), inner)) = modes.split_last() else {
        result.push((size, D::zero()));
        return Ok(());
    };
    let before = result.len();
    let (mut rest_size, mut rest_step) = (size, step);
    for (left_mode, (left_size, left_stride)) in inner.iter().enumerate() {
        if rest_step % left_size != 0 && rest_step >= *left_size {
            return Err(Refusal::Stride { left_mode, stride: rest_step, size: *left_size });
        }
        let distance = rest_step.checked_abs().ok_or(Refusal::NoProduct)?;
        let available = ceil_div_positive(*left_size, distance);
        let next_step = ceil_div_positive(distance, *left_size) * rest_step.signum();
        if available != 1 && rest_size != 1 {
            let taken = available.min(rest_size);
            if rest_size % taken != 0 {
                return Err(Refusal::Shape { left_mode, size: rest_size, by: taken });
            }
            result.push((taken, left_stride.times(rest_step).ok_or(Refusal::NoProduct)?));
            rest_size /= taken;
        }
        rest_step = next_step;
    }
    if rest_size != 1 || result.len() == before {
        result.push((rest_size, last_stride.times(rest_step).ok_or(Refusal::NoProduct)?));
    }
    Ok(())
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, permuted_layout};
    use crate::proof::{self, Verdict};
    use crate::{Layout, compatible};

    /// The first coordinate where R is not A∘B, each side evaluated on its own.
    fn first_difference(a: &Layout, b: &Layout, r: &Layout) -> Option<i64> {
        (0..b.size()).find(|&c| r.at(c).unwrap() != a.at(b.at(c).unwrap()).unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn the_verdict_is_what_enumeration_finds(a in either_layout(), b in either_layout()) {
            let Ok(answer) = proof::composition(&a, &b) else { return Ok(()) };
            prop_assert!(compatible(&b.shape(), &answer.value.shape()).unwrap());
            match (first_difference(&a, &b, &answer.value), answer.verdict) {
                (None, Verdict::Proved) => {}
                (Some(first), Verdict::Wrong { at, expected, found }) => {
                    prop_assert_eq!(at, first);
                    prop_assert_eq!(expected, a.at(b.at(at).unwrap()).unwrap().to_string());
                    prop_assert_eq!(found, answer.value.at(at).unwrap().to_string());
                }
                (first, verdict) => prop_assert!(false, "{first:?} against {verdict:?}"),
            }
        }

        #[test]
        fn the_layout_of_the_own_shape_is_a_right_identity(a in permuted_layout()) {
            let identity = Layout::compact(a.shape()).unwrap();
            let composed = composition(&a, &identity).unwrap();
            prop_assert_eq!(first_difference(&a, &identity, &composed), None);
        }

        #[test]
        fn refusals_name_strides_and_sizes_that_work(a in either_layout(), size in 1..20_i64, stride in 1..20_i64) {
            let b = Layout::of_mode(size, stride);
            let Err(error) = composition(&a, &b) else { return Ok(()) };
            match error.kind() {
                ErrorKind::StrideDivisibility { nearest, .. } => {
                    for stride in [nearest.below, nearest.above].into_iter().flatten() {
                        prop_assert!(composition(&a, &Layout::of_mode(size, stride)).is_ok());
                    }
                }
                ErrorKind::ShapeDivisibility { nearest, .. } => {
                    for size in [nearest.below, nearest.above].into_iter().flatten() {
                        prop_assert!(composition(&a, &Layout::of_mode(size, stride)).is_ok());
                    }
                }
                _ => prop_assert!(false, "{error}"),
            }
        }
    }
}
