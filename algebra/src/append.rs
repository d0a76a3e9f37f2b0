//! Append, prepend: more modes (`append`, `prepend` in CuTe's `layout.hpp`).

use crate::stride::Stride;
use crate::{Error, Layout, ModePath};

/// The layout with `x` as one more mode at the end.
///
/// # Errors
/// [`Error::Overflow`], [`Error::TooLarge`].
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
/// [`Error::Overflow`], [`Error::TooLarge`].
pub fn prepend<D: Stride>(layout: &Layout<D>, x: &Layout<D>) -> Result<Layout<D>, Error> {
    Layout::from_modes([x.clone()].into_iter().chain(layout.modes()))
}

/// The layout with `filler` appended until it has `rank` modes; unchanged when it has them.
///
/// # Errors
/// [`Error::TilerRank`] when it has more, [`Error::Overflow`], [`Error::TooLarge`].
pub fn append_to_rank<D: Stride>(
    layout: &Layout<D>,
    rank: usize,
    filler: &Layout<D>,
) -> Result<Layout<D>, Error> {
    const OPERATION: &str = "append";
    if rank > crate::MAX_LEAVES {
        let (found, limit) = (i64::try_from(rank).unwrap_or(i64::MAX), crate::MAX_LEAVES as i64);
        return Err(Error::TooLarge { operation: OPERATION, what: "rank", found, limit });
    }
    let modes = layout.modes();
    match rank.checked_sub(modes.len()) {
        None => {
            let (mode, elements, rank) = (ModePath::default(), modes.len(), rank);
            Err(Error::TilerRank { operation: OPERATION, mode, elements, rank })
        }
        Some(0) => Ok(layout.clone()),
        Some(missing) => {
            Layout::from_modes(modes.into_iter().chain(std::iter::repeat_n(filler.clone(), missing)))
        }
    }
}
