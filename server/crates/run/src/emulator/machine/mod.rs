//! Runs a kernel's program: blocks of warps that share memory and wait for each other at barriers.
//!
//! A warp's lanes go in step, with a mask where they part. Warps of a block, or of a cluster of blocks, take turns: each
//! runs until it waits. What a kernel does asynchronously happens here as late as it may: what it does not wait for is
//! not there.

mod barrier;
mod block;
mod count;
mod launch;
mod matrix;
mod memory;
mod pending;
mod race;
mod tensor;
mod warp;
mod warpgroup;

use std::time::Instant;

use rayon::prelude::*;

use crate::{
    Counted, ErrorCode, RunError,
    progress::{Progress, Stage},
};
use block::Cluster;
pub(super) use count::Watch;
use launch::Fault;
pub(super) use launch::Launch;

/// Blocks of which sectors, wavefronts and races are counted, at most.
pub(super) const MAX_COUNTED_BLOCKS: u64 = 32;

/// Warps of a cluster at most: the readers of a place are the bits of a number.
const MAX_WARPS: u64 = 64;

/// How long a wave of blocks takes, about: progress is told after each.
const WAVE_MS: u128 = 50;

impl Launch<'_> {
    /// Runs all blocks, and counts on some of them.
    ///
    /// # Errors
    /// [`ErrorCode::DeviceFault`] for what a GPU stops a kernel for.
    pub(super) fn run(&self, progress: &mut dyn FnMut(Progress)) -> Result<Counted, RunError> {
        let warps = self.threads.div_ceil(32) * self.program.cluster;
        if warps > MAX_WARPS {
            let message =
                format!("the emulator's races are those of {MAX_WARPS} warps, and a cluster has {warps}");
            return Err(RunError::new(ErrorCode::Internal, message));
        }
        if !self.blocks.is_multiple_of(self.program.cluster) {
            let message = format!("{} blocks are no whole clusters of {}", self.blocks, self.program.cluster);
            return Err(RunError::new(ErrorCode::LaunchFailed, message));
        }
        let clusters = self.blocks / self.program.cluster;
        let counted_clusters = clusters.min((MAX_COUNTED_BLOCKS / self.program.cluster).max(1));
        let threads = rayon::current_num_threads() as u64;
        let (mut begin, mut wave) = (0, threads);
        let mut counted = Counted { of_blocks: self.blocks, ..Counted::default() };
        while begin < clusters {
            let end = clusters.min(begin + wave);
            let start = Instant::now();
            let parts: Vec<Result<Counted, Fault>> = (begin..end)
                .into_par_iter()
                .map_init(Vec::new, |registers, cluster| {
                    // The first, the last, and evenly those between.
                    let is_counted = cluster * (counted_clusters - 1).max(1) % (clusters - 1).max(1)
                        < (counted_clusters - 1).max(1);
                    let is_counted = clusters <= counted_clusters || is_counted;
                    let watch = is_counted.then(|| Watch::new(self));
                    Cluster::new(self, cluster, watch, std::mem::take(registers)).run().map(
                        |(counted, freed)| {
                            *registers = freed;
                            counted
                        },
                    )
                })
                .collect();
            for part in parts {
                counted.add(part.map_err(|fault| RunError::new(ErrorCode::DeviceFault, fault))?);
            }
            // For the progress alone.
            let done = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
            progress(Progress::of(Stage::Running, done(end), done(clusters)));
            if start.elapsed().as_millis() < WAVE_MS {
                wave = wave.saturating_mul(2);
            }
            begin = end;
        }
        Ok(counted)
    }
}
