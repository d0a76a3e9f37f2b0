//! Single modes and lists of modes (`group`, `take`, `select`, `replace` in CuTe's `layout.hpp`).

use crate::stride::Stride;
use crate::{Error, ErrorKind, Layout};

/// The layout with the modes `begin..end` grouped into one.
///
/// # Errors
/// [`ErrorKind::BadRange`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::{Layout, group};
///
/// let layout: Layout = "(2,3,5):(15,5,1)".parse()?;
/// assert_eq!(group(&layout, 0, 2)?.to_string(), "((2,3),5):((15,5),1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn group<D: Stride>(layout: &Layout<D>, begin: usize, end: usize) -> Result<Layout<D>, Error> {
    let mut modes = layout.modes();
    let rank = modes.len();
    if begin > end || end > rank {
        return Err(Error::new("group", ErrorKind::BadRange { begin, end, rank }));
    }
    if begin < end {
        let grouped = Layout::from_modes(modes.drain(begin..end))?;
        modes.insert(begin, grouped);
    }
    Layout::from_modes(modes)
}

/// The modes `begin..end`, as a tuple.
///
/// # Errors
/// [`ErrorKind::BadRange`] when empty or beyond the rank.
pub fn take<D: Stride>(layout: &Layout<D>, begin: usize, end: usize) -> Result<Layout<D>, Error> {
    let modes = layout.modes();
    match modes.get(begin..end) {
        Some(taken) if begin < end => Layout::from_modes(taken.iter().cloned()),
        _ => Err(Error::new("take", ErrorKind::BadRange { begin, end, rank: modes.len() })),
    }
}

/// The modes at `indices`, in that order, as a tuple.
///
/// # Errors
/// [`ErrorKind::NoSuchMode`], [`ErrorKind::Overflow`] when repeated modes make the size too large.
pub fn select<D: Stride>(layout: &Layout<D>, indices: &[usize]) -> Result<Layout<D>, Error> {
    let modes = indices.iter().map(|&index| layout.mode(index)).collect::<Result<Vec<_>, _>>();
    Layout::from_modes(modes.map_err(|error| error.of_operation("select"))?)
}

/// The layout with `x` in the place of mode `index`.
///
/// # Errors
/// [`ErrorKind::NoSuchMode`], [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
pub fn replace<D: Stride>(layout: &Layout<D>, index: usize, x: &Layout<D>) -> Result<Layout<D>, Error> {
    layout.mode(index).map_err(|error| error.of_operation("replace"))?;
    if !layout.is_tuple() {
        return Ok(x.clone());
    }
    let mut modes = layout.modes();
    if let Some(mode) = modes.get_mut(index) {
        *mode = x.clone();
    }
    Layout::from_modes(modes)
}
