//! Inverses with run-time integers: static strides decide (`right_inverse`, `left_inverse` of `layout.hpp`).

use super::coalesce::coalesce;
use super::layout::Mode;
use super::{Integer, SymbolicLayout};
use crate::{Error, ErrorKind, Nearest};

/// The longest layout R that CuTe finds with `layout(R(i)) = i`, from the modes whose strides are static.
///
/// # Errors
/// [`ErrorKind::UnsupportedStride`] for coordinate strides, [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, right_inverse};
///
/// let layout: SymbolicLayout = "(M,8,4):(32,1,8)".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "(32,M):(M,1)");
/// // Behind a run-time size no stride is known to be next.
/// let layout: SymbolicLayout = "(M,K):(1,M)".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "M:1");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn right_inverse(layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "right_inverse";
    let modes = with_sizes_before(OPERATION, layout)?;
    let mut next = Integer::Static(1);
    let mut result = Vec::new();
    for (mode, before) in sorted(modes) {
        // What is sorted has static strides.
        if next.is_constant(mode.stride.value.known().unwrap_or(0)) {
            next = mode.size.times(&mode.stride.value)?;
            result.push(Mode::new(mode.size, before));
        }
    }
    coalesce(&SymbolicLayout::of([Mode::new(1, 0)].into_iter().chain(result).collect())?)
}

/// The layout L with `L(layout(i)) = i`, whose sizes may be run-time integers.
///
/// # Errors
/// [`ErrorKind::NeedsStatic`] of a run-time stride, [`ErrorKind::LeftInverseDivisibility`] where CuTe refuses,
/// [`ErrorKind::UnsupportedStride`] for coordinate strides, [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, left_inverse};
///
/// let layout: SymbolicLayout = "(M,8):(8,1)".parse()?;
/// assert_eq!(left_inverse(&layout)?.to_string(), "(8,M):(M,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn left_inverse(layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "left_inverse";
    let modes = with_sizes_before(OPERATION, layout)?;
    if let Some((mode, _)) = modes.iter().find(|(mode, _)| !mode.stride.value.is_static()) {
        let found = mode.stride.to_string();
        return Err(Error::new(OPERATION, ErrorKind::NeedsStatic { what: "the strides", found }));
    }
    let (mut sizes, mut strides) = (Vec::new(), vec![Integer::Static(0)]);
    let (mut covered, mut last) = (1_i64, Integer::Static(1));
    for (index, (mode, before)) in sorted(modes).into_iter().enumerate() {
        last = mode.size;
        // Every stride is static.
        let stride = mode.stride.value.known().unwrap_or(0);
        if stride == 0 {
            continue;
        }
        if stride % covered != 0 {
            let kind = ErrorKind::LeftInverseDivisibility {
                layout: layout.to_string(),
                mode: index,
                stride,
                covered,
                nearest: Nearest::default(),
            };
            return Err(Error::new("left_inverse", kind));
        }
        sizes.push(Integer::Static(stride / covered));
        strides.push(before);
        covered = stride;
    }
    sizes.push(last);
    let modes = sizes.into_iter().zip(strides).map(|(size, stride)| Mode::new(size, stride));
    coalesce(&SymbolicLayout::of(modes.collect())?)
}

/// The coalesced modes with the number of coordinates before each.
fn with_sizes_before(
    operation: &'static str,
    layout: &SymbolicLayout,
) -> Result<Vec<(Mode, Integer)>, Error> {
    let coalesced = coalesce(layout)?;
    let mut before = Integer::Static(1);
    let mut modes = Vec::new();
    for mode in coalesced.tuple().leaves() {
        if mode.stride.is_basis() {
            let kind = ErrorKind::UnsupportedStride {
                stride: mode.stride.to_string(),
                reason: "CuTe C++ has no inverse of coordinate strides",
            };
            return Err(Error::new(operation, kind));
        }
        let this = before.clone();
        before = before.times(&mode.size)?;
        modes.push((mode.clone(), this));
    }
    Ok(modes)
}

/// The modes of static stride by increasing stride, as CuTe's `exchange_sort` leaves them.
fn sorted(modes: Vec<(Mode, Integer)>) -> Vec<(Mode, Integer)> {
    let mut modes: Vec<_> = modes.into_iter().filter(|(mode, _)| mode.stride.value.is_static()).collect();
    let key = |modes: &[(Mode, Integer)], index: usize| {
        modes.get(index).and_then(|(mode, _)| mode.stride.value.known())
    };
    for place in 0..modes.len() {
        for other in place + 1..modes.len() {
            if key(&modes, other) < key(&modes, place) {
                modes.swap(place, other);
            }
        }
    }
    modes
}
