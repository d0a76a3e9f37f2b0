//! Single modes and lists of modes (`group`, `take`, `select`, `replace`, `append`, `prepend` of `layout.hpp`).

use super::SymbolicLayout;
use super::integer_tuple::{appended, appended_to_rank};
use crate::{Error, ErrorKind, IntTuple};

/// The layout with the modes `begin..end` grouped into one.
///
/// # Errors
/// [`ErrorKind::BadRange`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, group};
///
/// let layout: SymbolicLayout = "(M,N,L):(N,1,s)".parse()?;
/// assert_eq!(group(&layout, 0, 2)?.to_string(), "((M,N),L):((N,1),s)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn group(layout: &SymbolicLayout, begin: usize, end: usize) -> Result<SymbolicLayout, Error> {
    let mut modes = layout.modes();
    let rank = modes.len();
    if begin > end || end > rank {
        return Err(Error::new("group", ErrorKind::BadRange { begin, end, rank }));
    }
    if begin < end {
        let grouped = SymbolicLayout::from_modes(modes.drain(begin..end))?;
        modes.insert(begin, grouped);
    }
    SymbolicLayout::from_modes(modes)
}

/// The modes `begin..end`, as a tuple.
///
/// # Errors
/// [`ErrorKind::BadRange`] when empty or beyond the rank.
pub fn take(layout: &SymbolicLayout, begin: usize, end: usize) -> Result<SymbolicLayout, Error> {
    let modes = layout.modes();
    match modes.get(begin..end) {
        Some(taken) if begin < end => SymbolicLayout::from_modes(taken.iter().cloned()),
        _ => Err(Error::new("take", ErrorKind::BadRange { begin, end, rank: modes.len() })),
    }
}

/// The modes at `indices`, in that order, as a tuple.
///
/// # Errors
/// [`ErrorKind::NoSuchMode`], [`ErrorKind::TooLarge`].
pub fn select(layout: &SymbolicLayout, indices: &[usize]) -> Result<SymbolicLayout, Error> {
    let modes = indices.iter().map(|&index| layout.mode(index)).collect::<Result<Vec<_>, _>>();
    SymbolicLayout::from_modes(modes.map_err(|error| error.of_operation("select"))?)
}

/// The layout with `x` in the place of mode `index`.
///
/// # Errors
/// [`ErrorKind::NoSuchMode`], [`ErrorKind::TooLarge`].
pub fn replace(layout: &SymbolicLayout, index: usize, x: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    layout.mode(index).map_err(|error| error.of_operation("replace"))?;
    if !layout.tuple().is_tuple() {
        return Ok(x.clone());
    }
    let mut modes = layout.modes();
    if let Some(mode) = modes.get_mut(index) {
        *mode = x.clone();
    }
    SymbolicLayout::from_modes(modes)
}

/// The layout with `x` as one more mode at the end.
///
/// # Errors
/// [`ErrorKind::TooLarge`].
pub fn append(layout: &SymbolicLayout, x: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    SymbolicLayout::of(appended(layout.tuple(), x.tuple()))
}

/// The layout with `x` as one more mode at the front.
///
/// # Errors
/// [`ErrorKind::TooLarge`].
pub fn prepend(layout: &SymbolicLayout, x: &SymbolicLayout) -> Result<SymbolicLayout, Error> {
    let modes = layout.tuple().modes().iter().cloned();
    SymbolicLayout::of(IntTuple::Tuple(std::iter::once(x.tuple().clone()).chain(modes).collect()))
}

/// The layout with `filler` prepended until it has `rank` modes; unchanged when it has them.
///
/// # Errors
/// [`ErrorKind::TilerRank`] when it has more, [`ErrorKind::TooLarge`].
pub fn prepend_to_rank(
    layout: &SymbolicLayout,
    rank: usize,
    filler: &SymbolicLayout,
) -> Result<SymbolicLayout, Error> {
    let padded = append_to_rank(layout, rank, filler).map_err(|error| error.of_operation("prepend"))?;
    match padded.rank() == layout.rank() {
        true => Ok(layout.clone()),
        false => {
            let fillers = std::iter::repeat_n(filler.clone(), rank - layout.rank());
            SymbolicLayout::from_modes(fillers.chain(layout.modes()))
        }
    }
}

/// The layout with `filler` appended until it has `rank` modes; unchanged when it has them.
///
/// # Errors
/// [`ErrorKind::TilerRank`] when it has more, [`ErrorKind::TooLarge`].
pub fn append_to_rank(
    layout: &SymbolicLayout,
    rank: usize,
    filler: &SymbolicLayout,
) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "append";
    if rank > crate::MAX_LEAVES {
        let (found, limit) = (i64::try_from(rank).unwrap_or(i64::MAX), crate::MAX_LEAVES as i64);
        return Err(Error::new(OPERATION, ErrorKind::TooLarge { what: "rank", found, limit }));
    }
    SymbolicLayout::of(appended_to_rank(OPERATION, layout.tuple(), rank, filler.tuple())?)
}
