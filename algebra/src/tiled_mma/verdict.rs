//! What the layouts and partitions of a tiled MMA are worth.

use super::{MmaOperand, TiledMma};
use crate::analysis::ENUMERATION_LIMIT;
use crate::proof::{self, Verdict};
use crate::stride::Stride;
use crate::{Error, Layout, Tiler, TilerMode, filter, logical_divide, zipped_divide};

impl TiledMma {
    /// Whether the threads hold the operand's tile: every element of it belongs to some thread, and no thread leaves it.
    ///
    /// A permutation with gaps makes threads hold elements that are outside of the tile; CuTe accepts that.
    ///
    /// # Errors
    /// Those of [`TiledMma::layout_tv`].
    ///
    /// ```
    /// use layout_algebra::{MmaOperand, TiledMma, proof::Verdict};
    ///
    /// let mma = TiledMma::from_description("SM80_16x8x16_F32F16F16F32_TN;thr=(2,2,1);perm=<32,32,16>")?;
    /// assert_eq!(mma.coverage(MmaOperand::C)?, Verdict::Proved);
    ///
    /// let gaps = TiledMma::from_description("SM80_16x8x16_F32F16F16F32_TN;thr=(1,1,1);perm=<16:2,8,16>")?;
    /// let Verdict::Wrong { .. } = gaps.coverage(MmaOperand::C)? else { panic!("rows 1, 3, .. are in no thread") };
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn coverage(&self, operand: MmaOperand) -> Result<Verdict, Error> {
        let [first, second] = operand.modes();
        let tile = self.tile_size(first)?.checked_mul(self.tile_size(second)?);
        let tile = tile.ok_or_else(|| Error::overflow("tile_size"))?;
        // Threads that hold the same elements, and operands in shared memory, are modes of stride 0.
        let held = filter(&self.layout_tv(operand)?);
        if held.size().max(tile) > ENUMERATION_LIMIT {
            let limit = format!(
                "{} elements, and no more than {ENUMERATION_LIMIT} are enumerated",
                held.size().max(tile)
            );
            return Ok(Verdict::Unproved { limit });
        }
        let mut is_held = vec![false; usize::try_from(tile).unwrap_or(0)];
        for (at, element) in (0..).zip(held.eval_all(ENUMERATION_LIMIT)?) {
            match usize::try_from(element).ok().and_then(|element| is_held.get_mut(element)) {
                Some(held) => *held = true,
                None => {
                    let expected = format!("an element of the tile, below {tile}");
                    return Ok(Verdict::Wrong { at, expected, found: element.to_string() });
                }
            }
        }
        Ok(match is_held.iter().position(|held| !held) {
            None => Verdict::Proved,
            Some(missed) => Verdict::Wrong {
                at: i64::try_from(missed).unwrap_or(i64::MAX),
                expected: format!("element {missed} of the tile in some thread"),
                found: "none".to_owned(),
            },
        })
    }

    /// The verdict of [`TiledMma::partition`], whichever the thread: whether the tiles make up the tensor, and whether each
    /// composition on the way is the function that it stands for.
    ///
    /// # Errors
    /// Those of [`TiledMma::thrfrg`].
    ///
    /// ```
    /// use layout_algebra::{Layout, MmaOperand, TiledMma, proof::Verdict};
    ///
    /// let mma = TiledMma::from_description("SM80_16x8x16_F32F16F16F32_TN;thr=(2,2,1)")?;
    /// assert_eq!(mma.verdict(MmaOperand::C, &"(128,128):(128,1)".parse::<Layout>()?)?, Verdict::Proved);
    /// // 32 rows a tile: the last tile of 40 rows has 24 too many.
    /// let tensor: Layout = "(40,16):(16,1)".parse()?;
    /// let Verdict::NeedsPredicate { covers, of, .. } = mma.verdict(MmaOperand::C, &tensor)? else {
    ///     panic!("the tile does not divide the tensor")
    /// };
    /// assert_eq!((covers, of), (1024, 640));
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn verdict<D: Stride>(&self, operand: MmaOperand, tensor: &Layout<D>) -> Result<Verdict, Error> {
        // What cannot be partitioned is refused under the partition's name.
        self.thrfrg(operand, tensor)?;
        self.verdict_of(operand, tensor).map_err(|error| error.of_operation(operand.partition_name()))
    }

    fn verdict_of<D: Stride>(&self, operand: MmaOperand, tensor: &Layout<D>) -> Result<Verdict, Error> {
        let [first, second] = operand.modes();
        let permutation = Tiler::ByMode(vec![self.permutation_mnk(first)?, self.permutation_mnk(second)?]);
        let permuted = logical_divide(tensor, &permutation)?;
        let shape = self.atom().shape_mnk();
        let atom = Tiler::ByMode(vec![TilerMode::Size(shape[first]), TilerMode::Size(shape[second])]);
        let tiles = zipped_divide(&permuted, &atom)?;
        let steps = [
            proof::logical_divide(tensor, &permutation)?.verdict,
            proof::zipped_divide(&permuted, &atom)?.verdict,
            proof::composition(&tiles.mode(0)?, self.atom_layout_of(operand))?.verdict,
            proof::zipped_divide(&tiles.mode(1)?, &Tiler::ByMode(self.atoms_of(operand)?))?.verdict,
        ];
        Ok(worst(&steps, tensor.size()))
    }
}

/// What the steps are worth together: what is wrong or unproved outweighs what covers too much.
fn worst(steps: &[Verdict], of: i64) -> Verdict {
    let gravest = steps.iter().cloned().fold(Verdict::Proved, Verdict::or_graver);
    if matches!(gravest, Verdict::Wrong { .. } | Verdict::Unproved { .. }) {
        return gravest;
    }
    // Each step covers what the one before left, so the last one that does not divide covers most.
    let covers = steps.iter().rev().find_map(|verdict| match verdict {
        Verdict::NeedsPredicate { covers, residue, .. } => Some((*covers, *residue)),
        _ => None,
    });
    match covers {
        Some((covers, residue)) => Verdict::NeedsPredicate { covers, of, residue },
        None => Verdict::Proved,
    }
}
