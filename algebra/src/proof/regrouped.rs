//! What a layout is worth whose modes were moved.

use super::Verdict;
use crate::stride::Stride;
use crate::{Error, Layout, crd2idx, idx2crd};

impl Verdict {
    /// The verdict of a layout as that of the layout that `regroup` makes of it by moving modes.
    pub(super) fn regrouped<D: Stride>(
        self,
        layout: &Layout<D>,
        regroup: impl FnOnce(&Layout) -> Result<Layout, Error>,
    ) -> Result<Verdict, Error> {
        let Verdict::Wrong { at, expected, found } = self else { return Ok(self) };
        // The coordinate takes the place of the stride, so it moves as the modes do.
        let coordinate = Layout::new(layout.shape(), idx2crd(at, &layout.shape())?)?;
        let moved = regroup(&coordinate)?;
        Ok(Verdict::Wrong { at: crd2idx(&moved.stride(), &moved.shape())?, expected, found })
    }
}
