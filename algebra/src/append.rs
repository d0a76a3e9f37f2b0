//! Append, prepend: more modes (`append`, `prepend` in CuTe's `layout.hpp`).

use crate::stride::Stride;
use crate::{Error, ErrorKind, Layout, ModePath};

/// The layout with `x` as one more mode at the end.
///
/// # Errors
/// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
///
/// ```
/// use layout_algebra::{Layout, append};
///
/// let layout: Layout = "(4,8):(1,4)".parse()?;
/// let x: Layout = "3:32".parse()?;
/// assert_eq!(append(&layout, &x)?.to_string(), "(4,8,3):(1,4,32)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn append<D: Stride>(layout: &Layout<D>, x: &Layout<D>) -> Result<Layout<D>, Error> {
    Layout::from_modes(layout.modes().into_iter().chain([x.clone()]))
}

/// The layout with `x` as one more mode at the front.
///
/// # Errors
/// [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
pub fn prepend<D: Stride>(layout: &Layout<D>, x: &Layout<D>) -> Result<Layout<D>, Error> {
    Layout::from_modes([x.clone()].into_iter().chain(layout.modes()))
}

/// The layout with `filler` appended until it has `rank` modes; unchanged when it has them.
///
/// # Errors
/// [`ErrorKind::TilerRank`] when it has more, [`ErrorKind::Overflow`], [`ErrorKind::TooLarge`].
pub fn append_to_rank<D: Stride>(
    layout: &Layout<D>,
    rank: usize,
    filler: &Layout<D>,
) -> Result<Layout<D>, Error> {
    let fillers = fillers("append", layout, rank, filler)?;
    if fillers.is_empty() {
        Ok(layout.clone())
    } else {
        Layout::from_modes(layout.modes().into_iter().chain(fillers))
    }
}

/// The layout with `filler` prepended until it has `rank` modes; unchanged when it has them.
///
/// # Errors
/// Those of [`append_to_rank`].
///
/// ```
/// use layout_algebra::{Layout, prepend_to_rank};
///
/// let layout: Layout = "6:3".parse()?;
/// assert_eq!(prepend_to_rank(&layout, 3, &"1:0".parse()?)?.to_string(), "(1,1,6):(0,0,3)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn prepend_to_rank<D: Stride>(
    layout: &Layout<D>,
    rank: usize,
    filler: &Layout<D>,
) -> Result<Layout<D>, Error> {
    let fillers = fillers("prepend", layout, rank, filler)?;
    if fillers.is_empty() {
        Ok(layout.clone())
    } else {
        Layout::from_modes(fillers.into_iter().chain(layout.modes()))
    }
}

/// As many fillers as the layout lacks modes for `rank`.
fn fillers<D: Stride>(
    operation: &'static str,
    layout: &Layout<D>,
    rank: usize,
    filler: &Layout<D>,
) -> Result<Vec<Layout<D>>, Error> {
    if rank > crate::MAX_LEAVES {
        let (found, limit) = (i64::try_from(rank).unwrap_or(i64::MAX), crate::MAX_LEAVES as i64);
        return Err(Error::new(operation, ErrorKind::TooLarge { what: "rank", found, limit }));
    }
    match rank.checked_sub(layout.rank()) {
        None => Err(Error::new(operation, ErrorKind::TilerRank { elements: layout.rank(), rank })
            .at(ModePath::default())),
        Some(missing) => Ok(vec![filler.clone(); missing]),
    }
}
