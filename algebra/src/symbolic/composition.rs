//! Composition with run-time integers (`composition_impl` of `layout.hpp`): types decide which modes there are.

use super::coalesce::coalesce_for_composition;
use super::coordinates::coprofile;
use super::integer_tuple::unwrapped;
use super::layout::Mode;
use super::tiler::SymbolicTiler;
use super::{Integer, ScaledBasis, SymbolicLayout};
use crate::{Error, ErrorKind, IntTuple, ModePath, Nearest};

const OPERATION: &str = "composition";

/// `A ∘ B` as CuTe computes it: R(c) = A(B(c)) where nothing is cut that does not divide.
///
/// Run-time integers are never checked. [`proof`](super::proof) says for which values the result is right.
///
/// # Errors
/// [`ErrorKind::StrideDivisibility`], [`ErrorKind::ShapeDivisibility`] of static integers, [`ErrorKind::ZeroDivisor`]
/// of a run-time stride of 0, [`ErrorKind::LacksFact`] when the sign of a stride is not known,
/// [`ErrorKind::ProfileMismatch`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, composition};
///
/// let a: SymbolicLayout = "(M,K):(1,M)".parse()?;
/// let b: SymbolicLayout = "(128,4):(1,M)".parse()?;
/// assert_eq!(
///     composition(&a, &b)?.to_string(),
///     "((min(M,128),128/min(M,128)),(1,4)):((1,M),(M,M))"
/// );
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composition(a: &SymbolicLayout, b: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let composed = coprofile(b)
        .and_then(|profile| coalesce_for_composition(a, &profile))
        .and_then(|left| compose(&left, b, &mut Vec::new()));
    composed.map_err(|error| error.of_operation(OPERATION))
}

/// The composition with a tiler; a by-mode tiler drops the modes that it does not name.
///
/// # Errors
/// [`ErrorKind::TilerRank`] when the tiler has more elements than the layout has modes, and those of [`composition`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, composition_tiler};
///
/// let layout: SymbolicLayout = "(M,K):(K,1)".parse()?;
/// assert_eq!(composition_tiler(&layout, &"<128,64>".parse()?)?.to_string(), "(128,64):(K,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composition_tiler(layout: &SymbolicLayout, tiler: &SymbolicTiler) -> Result<SymbolicLayout, Error> {
    match tiler {
        SymbolicTiler::Keep => Ok(layout.clone()),
        SymbolicTiler::Size(size) => composition(layout, &SymbolicLayout::of_mode(size.clone(), 1)),
        SymbolicTiler::Layout(right) => composition(layout, right),
        SymbolicTiler::ByMode(elements) => {
            SymbolicTiler::check_rank(OPERATION, elements, layout)?;
            let modes = layout.modes();
            let composed = modes.iter().zip(elements).enumerate().map(|(i, (mode, element))| {
                composition_tiler(mode, element).map_err(|error| error.in_mode(i))
            });
            SymbolicLayout::from_modes(composed.collect::<Result<Vec<_>, _>>()?)
        }
    }
}

/// `left` is coalesced by the coprofile of `right`.
fn compose(
    left: &SymbolicLayout,
    right: &SymbolicLayout,
    path: &mut Vec<usize>,
) -> Result<SymbolicLayout, Error> {
    match right.tuple() {
        IntTuple::Tuple(_) => {
            let modes = right.modes();
            let composed = modes.iter().enumerate().map(|(i, mode)| {
                path.push(i);
                let composed = compose(left, mode, path);
                path.pop();
                composed
            });
            SymbolicLayout::from_modes(composed.collect::<Result<Vec<_>, _>>()?)
        }
        IntTuple::Int(mode) => {
            let left = left_mode(left, mode.stride.whole()?)?;
            compose_mode(&left, &mode.size, &mode.stride.value, path)
        }
    }
}

/// The part of the left operand whose coordinate the stride counts in.
fn left_mode(left: &SymbolicLayout, stride: &ScaledBasis) -> Result<SymbolicLayout, Error> {
    stride.path.iter().try_fold(left.clone(), |left, &index| match left.tuple() {
        IntTuple::Tuple(_) => left.mode(index),
        IntTuple::Int(_) => Err(Error::new(
            OPERATION,
            ErrorKind::UnsupportedStride {
                stride: stride.to_string(),
                reason: "the left operand has no such mode",
            },
        )),
    })
}

/// The composition with one mode `size:stride`.
fn compose_mode(
    left: &SymbolicLayout,
    size: &Integer,
    stride: &Integer,
    path: &[usize],
) -> Result<SymbolicLayout, Error> {
    if stride.is_constant(0) {
        return Ok(SymbolicLayout::of_mode(size.clone(), 0));
    }
    if let IntTuple::Int(mode) = left.tuple() {
        return Ok(SymbolicLayout::of_mode(size.clone(), mode.stride.times(stride)?));
    }
    let modes: Vec<&Mode> = left.tuple().leaves();
    let Some((last, cut)) = modes.split_last() else {
        // One element, at offset 0.
        return Ok(SymbolicLayout::of_mode(size.clone(), 0));
    };
    let mut result = Vec::new();
    let (mut rest_size, mut rest_stride) = (size.clone(), stride.clone());
    for (index, mode) in cut.iter().enumerate() {
        let refusal = Refusal { left, index, path, right: (size, stride) };
        refusal.check_stride(&mode.size, &rest_stride)?;
        let distance = rest_stride.magnitude()?;
        let fitting = mode.size.ceil_quotient(&distance)?;
        let next_stride = distance.ceil_quotient(&mode.size)?.times(&rest_stride.signum()?)?;
        if !fitting.is_constant(1) && !rest_size.is_constant(1) {
            let taken = fitting.minimum(&rest_size)?;
            refusal.check_size(&rest_size, &taken)?;
            rest_size = rest_size.quotient(&taken)?;
            result.push(Mode { size: taken, stride: mode.stride.times(&rest_stride)? });
        }
        rest_stride = next_stride;
    }
    if result.is_empty() || !rest_size.is_constant(1) {
        result.push(Mode { size: rest_size, stride: last.stride.times(&rest_stride)? });
    }
    SymbolicLayout::of(unwrapped(result))
}

/// What an assertion of CuTe is about.
struct Refusal<'a> {
    left: &'a SymbolicLayout,
    index: usize,
    path: &'a [usize],
    right: (&'a Integer, &'a Integer),
}

impl Refusal<'_> {
    fn right(&self) -> String {
        format!("{}:{}", self.right.0, self.right.1)
    }

    fn check_stride(&self, size: &Integer, stride: &Integer) -> Result<(), Error> {
        match (size, stride) {
            (Integer::Static(size), Integer::Static(stride)) if stride % size != 0 && stride >= size => {
                Err(Error::new(
                    OPERATION,
                    ErrorKind::StrideDivisibility {
                        operand: "right operand",
                        right: self.right(),
                        left: self.left.to_string(),
                        left_mode: self.index,
                        stride: *stride,
                        size: *size,
                        nearest: Nearest::default(),
                    },
                )
                .at(ModePath(self.path.to_vec())))
            }
            _ => Ok(()),
        }
    }

    fn check_size(&self, rest: &Integer, taken: &Integer) -> Result<(), Error> {
        match (rest, taken) {
            (Integer::Static(size), Integer::Static(by)) if size.checked_rem(*by) != Some(0) => {
                Err(Error::new(
                    OPERATION,
                    ErrorKind::ShapeDivisibility {
                        operand: "right operand",
                        right: self.right(),
                        left: self.left.to_string(),
                        left_mode: self.index,
                        size: *size,
                        by: *by,
                        nearest: Nearest::default(),
                    },
                )
                .at(ModePath(self.path.to_vec())))
            }
            _ => Ok(()),
        }
    }
}
