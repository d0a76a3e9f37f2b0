//! The codomain of a layout: integers, or coordinates of some nesting (`coprofile` in CuTe).

use smallvec::SmallVec;

use crate::stride::Stride;
use crate::{Error, ErrorKind, IntTuple};

/// One number of a codomain's coordinates: the indices that lead to it, outermost first; empty for integers.
pub(crate) type Axis = Vec<usize>;

/// The nesting of the coordinates that a layout of these modes produces, with the axis at each number.
///
/// # Errors
/// [`ErrorKind::UnsupportedStride`] when a stride is a sum of basis vectors, or one names a mode inside the mode that
/// another names.
pub(crate) fn coprofile<D: Stride>(
    operation: &'static str,
    modes: &[(i64, D)],
) -> Result<IntTuple<Axis>, Error> {
    let mut profile = IntTuple::Int(Vec::new());
    if !D::HAS_AXES {
        return Ok(profile);
    }
    for (_, stride) in modes {
        extend(&mut profile, multiple(operation, stride)?.0, &mut Vec::new());
    }
    for (_, stride) in modes {
        let (axis, step) = multiple(operation, stride)?;
        if step != 0 && !is_leaf(&profile, axis) {
            let reason = "another stride names a mode inside the mode that this one names";
            let kind = ErrorKind::UnsupportedStride { stride: stride.to_string(), reason };
            return Err(Error::new(operation, kind));
        }
    }
    Ok(profile)
}

/// A stride as the axis it moves along and how far.
pub(crate) fn multiple<'a, D: Stride>(
    operation: &'static str,
    stride: &'a D,
) -> Result<(&'a [usize], i64), Error> {
    stride.as_multiple().ok_or_else(|| {
        Error::new(
            operation,
            ErrorKind::UnsupportedStride {
                stride: stride.to_string(),
                reason: match D::IS_LINEAR {
                    true => "the stride is a sum of basis vectors",
                    false => "an XOR stride is no multiple of one unit",
                },
            },
        )
    })
}

fn extend(profile: &mut IntTuple<Axis>, rest: &[usize], path: &mut Axis) {
    let [first, rest @ ..] = rest else { return };
    if !profile.is_tuple() {
        *profile = IntTuple::Tuple(Vec::new());
    }
    if let IntTuple::Tuple(modes) = profile {
        while modes.len() <= *first {
            let axis = path.iter().copied().chain([modes.len()]).collect();
            modes.push(IntTuple::Int(axis));
        }
        if let Some(mode) = modes.get_mut(*first) {
            path.push(*first);
            extend(mode, rest, path);
            path.pop();
        }
    }
}

fn is_leaf(profile: &IntTuple<Axis>, axis: &[usize]) -> bool {
    match (profile, axis) {
        (IntTuple::Int(_), []) => true,
        (IntTuple::Tuple(_), [first, rest @ ..]) => {
            profile.mode(*first).is_some_and(|mode| is_leaf(mode, rest))
        }
        _ => false,
    }
}

/// Whether two axes are the same.
///
/// Not `==`, which calls `memcmp`: of the two empty slices that integer strides have, that reads nothing from nowhere,
/// and on some processors takes longer than the rest of a complement.
#[inline]
pub(crate) fn is_same_axis(a: &[usize], b: &[usize]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

/// A mode of a coalesced layout.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AxisMode {
    /// Which mode it is.
    pub(crate) index: usize,
    /// Its size.
    pub(crate) size: i64,
    /// How far it moves along its axis.
    pub(crate) step: i64,
    /// The product of the sizes to its left: its own step in the domain.
    pub(crate) before: i64,
}

/// Modes of a coalesced layout along one axis.
pub(crate) type AxisModes = SmallVec<[AxisMode; 8]>;

/// Puts the modes of a coalesced layout that move along `axis` into `modes`, leftmost first.
pub(crate) fn modes_along<D: Stride>(
    operation: &'static str,
    coalesced: &[(i64, D)],
    axis: &[usize],
    modes: &mut AxisModes,
) -> Result<(), Error> {
    let mut before = 1;
    for (index, (size, stride)) in coalesced.iter().enumerate() {
        let (own_axis, step) = multiple(operation, stride)?;
        // Stride 0 stays where it is, on every axis.
        if is_same_axis(own_axis, axis) || step == 0 && axis.is_empty() {
            modes.push(AxisMode { index, size: *size, step, before });
        }
        before = crate::checked::mul(operation, before, *size)?;
    }
    Ok(())
}
