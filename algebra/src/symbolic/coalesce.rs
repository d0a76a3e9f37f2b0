//! Coalesce and filter with run-time integers: neighbours merge only where types show that they may.

use super::integer_tuple::{flatten as flat_tuple, mismatch, unwrapped};
use super::layout::Mode;
use super::{Integer, ScaledBasis, SymbolicLayout};
use crate::{Error, IntTuple};

/// The same function with as few modes as the types of the integers show: a mode merges into its right neighbour only
/// when that one's size, and all that decides, are static.
///
/// # Errors
/// [`Overflow`](crate::ErrorKind::Overflow), [`TooLarge`](crate::ErrorKind::TooLarge).
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, coalesce};
///
/// let layout: SymbolicLayout = "(M,(2,4),K):(1,(lda,2*lda),1)".parse()?;
/// assert_eq!(coalesce(&layout)?.to_string(), "(M,2,4,K):(1,lda,2*lda,1)");
/// let layout: SymbolicLayout = "(M,(2,4,1)):(8,(1,2,K))".parse()?;
/// assert_eq!(coalesce(&layout)?.to_string(), "(M,8):(8,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn coalesce(layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let flat: Vec<Mode> = layout.tuple().leaves().into_iter().cloned().collect();
    from_flat(coalesced(flat, false).map_err(|error| error.of_operation("coalesce"))?)
}

/// As [`coalesce`], mode by mode where the profile is a tuple.
///
/// # Errors
/// [`ProfileMismatch`](crate::ErrorKind::ProfileMismatch) when the profile has more modes than the layout, and those of
/// [`coalesce`].
pub fn coalesce_by_profile<T: std::fmt::Display + Clone>(
    layout: &SymbolicLayout,
    profile: &IntTuple<T>,
) -> Result<SymbolicLayout, Error> {
    by_profile("coalesce", layout, profile, &coalesce)
}

/// The layout that composition works on: coalesced, but with a mode of size 1 at the end kept as what extends it.
pub(super) fn coalesce_for_composition<T: std::fmt::Display + Clone>(
    layout: &SymbolicLayout,
    profile: &IntTuple<T>,
) -> Result<SymbolicLayout, Error> {
    by_profile("composition", layout, profile, &|layout| {
        from_flat(coalesced(layout.tuple().leaves().into_iter().cloned().collect(), true)?)
    })
}

fn by_profile<T: std::fmt::Display + Clone>(
    operation: &'static str,
    layout: &SymbolicLayout,
    profile: &IntTuple<T>,
    one: &impl Fn(&SymbolicLayout) -> Result<SymbolicLayout, Error>,
) -> Result<SymbolicLayout, Error> {
    let IntTuple::Tuple(profiles) = profile else { return one(layout) };
    if profiles.len() > layout.rank() {
        return Err(mismatch(operation, &layout.shape(), profile));
    }
    let mut modes = layout.modes();
    for (mode, profile) in modes.iter_mut().zip(profiles) {
        *mode = by_profile(operation, mode, profile, one)?;
    }
    SymbolicLayout::from_modes(modes)
}

fn from_flat(flat: Vec<Mode>) -> Result<SymbolicLayout, Error> {
    SymbolicLayout::of(unwrapped(flat))
}

/// CuTe's `bw_coalesce`, from the last mode to the first. With `keep_last` the last mode counts as of size 2 when it
/// is a static 1.
fn coalesced(mut flat: Vec<Mode>, keep_last: bool) -> Result<Vec<Mode>, Error> {
    let Some(mut last) = flat.pop() else { return Ok(vec![Mode::new(1, 0)]) };
    if keep_last && last.size.is_constant(1) {
        last.size = Integer::Static(2);
    }
    // The front of the result, and what stands behind it in reverse.
    let (mut front, mut behind): (Mode, Vec<Mode>) = (last, Vec::new());
    for mode in flat.into_iter().rev() {
        if mode.size.is_constant(1) {
            continue;
        }
        if behind.is_empty() && front.size.is_constant(1) {
            front = mode;
        } else if merges(&mode, &front)? {
            front = Mode { size: mode.size.times(&front.size)?, stride: mode.stride };
        } else {
            behind.push(std::mem::replace(&mut front, mode));
        }
    }
    if behind.is_empty() && front.size.is_constant(1) {
        return Ok(vec![Mode::new(1, 0)]);
    }
    Ok(std::iter::once(front).chain(behind.into_iter().rev()).collect())
}

fn merges(mode: &Mode, next: &Mode) -> Result<bool, Error> {
    Ok(next.size.is_static() && mode.stride.times(&mode.size)?.equal_by_type(&next.stride))
}

/// The layout with size 1 where a stride is a static 0.
///
/// # Errors
/// [`TooLarge`](crate::ErrorKind::TooLarge).
pub fn filter_zeros(layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    SymbolicLayout::of(layout.tuple().map(|mode| match mode.stride.is_constant(0) {
        true => Mode::new(1, 0),
        false => mode.clone(),
    }))
}

/// The layout with size 1 where the profile, congruent to the shape, has a static 0.
///
/// # Errors
/// [`ProfileMismatch`](crate::ErrorKind::ProfileMismatch), [`TooLarge`](crate::ErrorKind::TooLarge).
pub fn filter_zeros_by_profile(
    layout: &SymbolicLayout,
    profile: &IntTuple<Integer>,
) -> Result<SymbolicLayout, Error> {
    if !profile.congruent(layout.tuple()) {
        return Err(mismatch("filter_zeros", &layout.shape(), profile));
    }
    let mut leaves = profile.leaves().into_iter();
    SymbolicLayout::of(layout.tuple().map(
        |mode| match leaves.next().is_some_and(|leaf| leaf.is_constant(0)) {
            true => Mode { size: Integer::Static(1), stride: mode.stride.clone() },
            false => mode.clone(),
        },
    ))
}

/// The layout without the modes whose stride is a static 0, coalesced.
///
/// # Errors
/// Those of [`coalesce`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, filter};
///
/// let layout: SymbolicLayout = "(M,N,4):(1,0,M)".parse()?;
/// assert_eq!(filter(&layout)?.to_string(), "(M,4):(1,M)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn filter(layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    coalesce(&filter_zeros(layout)?)
}

/// As [`filter`], mode by mode where the profile is a tuple.
///
/// # Errors
/// Those of [`coalesce_by_profile`].
pub fn filter_by_profile<T: std::fmt::Display + Clone>(
    layout: &SymbolicLayout,
    profile: &IntTuple<T>,
) -> Result<SymbolicLayout, Error> {
    by_profile("filter", layout, profile, &filter)
}

/// The layout without nesting.
///
/// # Errors
/// [`TooLarge`](crate::ErrorKind::TooLarge).
pub fn flatten(layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    SymbolicLayout::of(flat_tuple(layout.tuple()))
}

/// The layout of the coordinates that every offset ignores: the modes whose stride is a static 0.
///
/// # Errors
/// [`Overflow`](crate::ErrorKind::Overflow), [`TooLarge`](crate::ErrorKind::TooLarge).
pub fn nullspace(layout: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let flat: Vec<Mode> = layout.tuple().leaves().into_iter().cloned().collect();
    let shape = flat.iter().map(|mode| mode.size.clone()).collect();
    let strides = super::integer_tuple::compact_major(&shape, &Integer::Static(1))?;
    let free = flat.iter().zip(strides.leaves()).filter(|(mode, _)| mode.stride.is_constant(0));
    let modes: Vec<Mode> = free
        .map(|(mode, stride)| Mode { size: mode.size.clone(), stride: ScaledBasis::from(stride.clone()) })
        .collect();
    match modes.is_empty() {
        true => Ok(SymbolicLayout::of_mode(1, 0)),
        false => SymbolicLayout::of(unwrapped(modes)),
    }
}
