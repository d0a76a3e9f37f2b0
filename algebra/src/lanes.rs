//! Which part of a tensor each thread of a block has, for all threads at once.

use crate::partition::of_thread;
use crate::{
    Error, IntTuple, Layout, MmaOperand, TiledCopy, TiledMma, local_partition, slice_offset, zipped_divide,
};

/// The most threads whose parts are listed: those of a block.
pub const MOST_LANES: i64 = 1024;

/// Threads of a warp.
const WARP: i64 = 32;

/// What gives each thread its part of a tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cut {
    /// `tiled_copy.get_slice(thread).partition_S(tensor)`.
    Source(Box<TiledCopy>),
    /// `tiled_copy.get_slice(thread).partition_D(tensor)`.
    Destination(Box<TiledCopy>),
    /// `tiled_mma.get_slice(thread).partition_A(tensor)` and its kin.
    Operand(Box<TiledMma>, MmaOperand),
    /// `local_partition(tensor, threads, thread)`.
    Threads(Layout),
}

impl Cut {
    /// How many threads have a part: those behind them have the same ones again.
    pub fn threads(&self) -> i64 {
        match self {
            Cut::Source(copy) | Cut::Destination(copy) => copy.threads(),
            Cut::Operand(mma, _) => mma.thr_size(),
            // Threads of which a mode was left out share their parts, and warps are whole. No block has more threads, also
            // where the cosize is too large to be computed.
            Cut::Threads(threads) => {
                let different = threads.cosize().unwrap_or(MOST_LANES).clamp(1, MOST_LANES);
                (different + WARP - 1) / WARP * WARP
            }
        }
    }

    /// Where the part of each thread begins in a tensor of this layout. There are more parts than [`threads`](Self::threads)
    /// where `indices` are more and those behind them have parts again.
    ///
    /// # Errors
    /// Those of the partition; [`TooLarge`](crate::ErrorKind::TooLarge) above [`MOST_LANES`] threads.
    ///
    /// ```
    /// use layout_algebra::{Cut, Layout};
    ///
    /// let cut = Cut::Threads("(4,8):(8,1)".parse()?);
    /// let offsets = cut.offsets(&"(8,8):(8,1)".parse()?, 0)?;
    /// assert_eq!((offsets.len(), offsets[1], offsets[8]), (32, 1, 8));
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn offsets(&self, tensor: &Layout, indices: i64) -> Result<Vec<i64>, Error> {
        match self {
            Cut::Source(copy) => copy.tidfrg_s(tensor)?.mode(0)?.eval_all(MOST_LANES),
            Cut::Destination(copy) => copy.tidfrg_d(tensor)?.mode(0)?.eval_all(MOST_LANES),
            Cut::Operand(mma, operand) => {
                let threads = mma.thrfrg(*operand, tensor)?.mode(0)?;
                let [first, second] = operand.modes();
                let offset = |thread| {
                    let vmnk = mma.thread_coordinate(thread)?;
                    let at = |mode: usize| IntTuple::Int(vmnk[mode]);
                    threads.eval(&IntTuple::Tuple(vec![
                        at(0),
                        IntTuple::Tuple(vec![at(first + 1), at(second + 1)]),
                    ]))
                };
                (0..self.threads().min(MOST_LANES)).map(offset).collect()
            }
            Cut::Threads(threads) => {
                let (tiler, _) = of_thread(threads, 0)?;
                let tile = zipped_divide(tensor, &tiler)?.mode(0)?;
                let offset = |thread| slice_offset(&of_thread(threads, thread)?.1, &tile);
                (0..self.threads().max(indices).min(MOST_LANES)).map(offset).collect()
            }
        }
    }

    /// The layout of each thread's part, which is the same for all of them.
    ///
    /// # Errors
    /// Those of the partition.
    pub fn part(&self, tensor: &Layout) -> Result<Layout, Error> {
        Ok(match self {
            Cut::Source(copy) => copy.partition_s(tensor, 0)?.layout,
            Cut::Destination(copy) => copy.partition_d(tensor, 0)?.layout,
            Cut::Operand(mma, operand) => mma.partition(*operand, tensor, 0)?.layout,
            Cut::Threads(threads) => local_partition(tensor, threads, 0)?.layout,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn begins_where_the_partition_of_each_thread_begins(
        cut: &Cut,
        tensor: &str,
        part: impl Fn(&Layout, i64) -> i64,
    ) {
        let tensor: Layout = tensor.parse().unwrap();
        let offsets = cut.offsets(&tensor, 0).unwrap();
        assert_eq!(offsets.len(), usize::try_from(cut.threads()).unwrap());
        for (thread, offset) in (0..).zip(offsets) {
            assert_eq!(offset, part(&tensor, thread), "thread {thread}");
        }
    }

    #[test]
    fn offsets_are_those_of_the_partitions_thread_by_thread() {
        let copy: TiledCopy =
            "copy UniversalCopy<uint64_t>,half_t;thr=(16,8):(8,1);val=(1,8)".parse().unwrap();
        let tile = "(64,64):(64,1)";
        begins_where_the_partition_of_each_thread_begins(
            &Cut::Source(Box::new(copy.clone())),
            tile,
            |tensor, thread| copy.partition_s(tensor, thread).unwrap().offset,
        );
        begins_where_the_partition_of_each_thread_begins(
            &Cut::Destination(Box::new(copy.clone())),
            tile,
            |tensor, thread| copy.partition_d(tensor, thread).unwrap().offset,
        );
        let mma = TiledMma::from_description("SM80_16x8x16_F32F16F16F32_TN").unwrap();
        for operand in [MmaOperand::A, MmaOperand::B, MmaOperand::C] {
            let cut = Cut::Operand(Box::new(mma.clone()), operand);
            begins_where_the_partition_of_each_thread_begins(&cut, tile, |tensor, thread| {
                mma.partition(operand, tensor, thread).unwrap().offset
            });
        }
        let threads: Layout = "(16,8):(8,1)".parse().unwrap();
        let cut = Cut::Threads(threads.clone());
        begins_where_the_partition_of_each_thread_begins(&cut, tile, |tensor, thread| {
            local_partition(tensor, &threads, thread).unwrap().offset
        });
    }
}
