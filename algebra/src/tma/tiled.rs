//! Tiled copies by TMA (`make_tma_copy`).

use super::TmaAtom;
use crate::{
    Error, ErrorKind, IntTuple, Layout, TiledCopy, Tiler, TilerMode, composition, composition_tiler,
    right_inverse, tile_to_shape,
};

const OPERATION: &str = "make_tma_copy";

impl TmaAtom {
    /// The tiled copy of a tile whose modes have these sizes: `blocks` sends the thread blocks of a multicast to their
    /// number, `smem` is the layout of shared memory without its swizzle.
    ///
    /// # Errors
    /// Those of the operations that CuTe makes of it: [`right_inverse`], [`composition`], [`tile_to_shape`],
    /// [`TiledCopy::new`].
    pub fn tiled_copy(&self, smem: &Layout, blocks: &Layout, sizes: &[i64]) -> Result<TiledCopy, Error> {
        let make = || {
            let atom = self.copy_atom()?;
            let inverse = right_inverse(smem)?;
            let of_atom =
                composition_tiler(&inverse, &Tiler::Layout(Layout::compact(self.values().into())?))?;
            let tile = IntTuple::Int(smem.size());
            let values = tile_to_shape(&Layout::from_modes([of_atom])?, &tile, None)?;
            let count = blocks.cosize()?;
            let share = match self.values() % count {
                0 => self.values() / count,
                _ => {
                    let reason = format!("{} elements for {count} thread blocks", self.values());
                    return Err(Error::of_value(ErrorKind::AtomArguments {
                        atom: OPERATION.to_owned(),
                        reason,
                    }));
                }
            };
            let by_block = Layout::new(count.into(), share.into())?;
            let threads = composition(&inverse, &composition(&by_block, blocks)?)?;
            let layout_tv = Layout::from_modes([threads, values])?;
            TiledCopy::new(atom, layout_tv, sizes.iter().map(|&size| TilerMode::Size(size)).collect())
        };
        make().map_err(|error| error.of_operation(OPERATION))
    }
}
