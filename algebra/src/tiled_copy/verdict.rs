//! What a tiled copy and its partitions are worth.

use super::{Side, TiledCopy};
use crate::analysis::ENUMERATION_LIMIT;
use crate::proof::{self, Verdict};
use crate::stride::Stride;
use crate::{Error, Layout, zipped_divide};

impl TiledCopy {
    /// Whether the copy moves the tile: every element of it belongs to some thread, and no thread leaves it.
    ///
    /// CuTe accepts thread and value layouts that do not number the tile without gaps, and then copies some elements
    /// twice and others never.
    ///
    /// # Errors
    /// [`Error::Overflow`].
    ///
    /// ```
    /// use layout_algebra::{TiledCopy, proof::Verdict};
    ///
    /// let copy: TiledCopy = "copy UniversalCopy<float>,float;thr=(32,8);val=(4,1)".parse()?;
    /// assert_eq!(copy.coverage()?, Verdict::Proved);
    ///
    /// // Thread 1 stands in row 2.
    /// let gaps: TiledCopy = "copy UniversalCopy<float>,float;thr=(32,8):(2,64);val=(4,1)".parse()?;
    /// assert_eq!(gaps.coverage()?.name(), "wrong");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn coverage(&self) -> Result<Verdict, Error> {
        let tile = self.tile_shape().product()?;
        let size = self.layout_tv.size();
        if size.max(tile) > ENUMERATION_LIMIT {
            let limit =
                format!("{size} (thread, value) pairs, and no more than {ENUMERATION_LIMIT} are enumerated");
            return Ok(Verdict::Unproved { limit });
        }
        let mut is_copied = vec![false; usize::try_from(tile).unwrap_or(0)];
        for (at, element) in (0..).zip(self.layout_tv.eval_all(ENUMERATION_LIMIT)?) {
            match usize::try_from(element).ok().and_then(|element| is_copied.get_mut(element)) {
                Some(copied) => *copied = true,
                None => {
                    let expected = format!("an element of the tile, below {tile}");
                    return Ok(Verdict::Wrong { at, expected, found: element.to_string() });
                }
            }
        }
        Ok(match is_copied.iter().position(|copied| !copied) {
            None => Verdict::Proved,
            Some(missed) => Verdict::Wrong {
                at: i64::try_from(missed).unwrap_or(i64::MAX),
                expected: format!("element {missed} of the tile in some thread"),
                found: "none".to_owned(),
            },
        })
    }

    /// The verdict of [`partition_s`](TiledCopy::partition_s) of a tensor, whichever the thread: whether the tiles make
    /// up the tensor, and whether each composition on the way is the function that it stands for.
    ///
    /// # Errors
    /// Those of the partition.
    pub fn verdict_s<D: Stride>(&self, tensor: &Layout<D>) -> Result<Verdict, Error> {
        self.verdict(tensor, Side::Src).map_err(|error| error.of_operation("partition_S"))
    }

    /// As [`TiledCopy::verdict_s`], of [`partition_d`](TiledCopy::partition_d).
    ///
    /// # Errors
    /// Those of the partition.
    pub fn verdict_d<D: Stride>(&self, tensor: &Layout<D>) -> Result<Verdict, Error> {
        self.verdict(tensor, Side::Dst).map_err(|error| error.of_operation("partition_D"))
    }

    fn verdict<D: Stride>(&self, tensor: &Layout<D>, side: Side) -> Result<Verdict, Error> {
        let steps = [
            self.coverage()?,
            proof::composition(&self.atoms()?.mode(0)?, &self.ref_of(side)?)?.verdict,
            proof::composition(&zipped_divide(tensor, &self.tiler())?.mode(0)?, &self.thrval2mn(side)?)?
                .verdict,
        ];
        match steps.into_iter().find(|verdict| *verdict != Verdict::Proved) {
            Some(verdict) => Ok(verdict),
            None => Ok(proof::zipped_divide(tensor, &self.tiler())?.verdict),
        }
    }
}
