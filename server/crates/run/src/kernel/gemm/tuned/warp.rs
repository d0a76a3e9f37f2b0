//! f16 and bf16 with `mma.sync`, in the tile, the stages and the swizzle that are asked for.

use layout_algebra::Swizzle;

use super::super::{
    mma::INSTRUCTIONS,
    shape::{Chunks, WarpShape as Shape},
};
use super::{Kernel, MAX_SHARED_BYTES, Roles, stages_fit};
use crate::{Factor, Tuning, invariant::invariant};

/// What there is where nothing is said.
const TILE: [u32; 3] = [128, 128, 32];
const STAGES: u32 = 4;

/// Warps of a block at most.
const MAX_WARPS: u32 = 32;

/// What a warp computes, from the largest on.
const WARPS: [(u32, u32); 7] = [(64, 64), (64, 32), (32, 64), (32, 32), (32, 16), (16, 32), (16, 16)];

/// The shape that was asked for, M and N as they are in the kernel.
///
/// # Errors
/// Why there is no kernel of it.
pub(super) fn shape(
    [m, n, k]: [Option<u32>; 3],
    stages: Option<i64>,
    swizzle: Option<Swizzle>,
) -> Result<Shape, String> {
    let [usual_m, usual_n, usual_k] = TILE;
    let (m, n, k) = (m.unwrap_or(usual_m), n.unwrap_or(usual_n), k.unwrap_or(usual_k));
    if [m, n, k].into_iter().any(|extent| extent % 16 != 0) {
        return Err(format!(
            "the tile ({m},{n},{k}) is none of whole 16x16x16 blocks, which mma.m16n8k16 and ldmatrix take"
        ));
    }
    let count = |(warp_m, warp_n): (u32, u32)| {
        (m % warp_m == 0 && n % warp_n == 0).then(|| m / warp_m * (n / warp_n))
    };
    let find = |least: u32, most: u32| {
        WARPS.into_iter().find(|&warp| count(warp).is_some_and(|warps| (least..=most).contains(&warps)))
    };
    let warp = find(4, 16).or_else(|| find(1, MAX_WARPS)).ok_or_else(|| {
        let warps = WARPS.into_iter().filter_map(count).min();
        invariant!(warps.is_some(), "the tile ({m},{n},{k}) is none of 16 by 16 each");
        let warps = warps.unwrap_or_default();
        format!("the tile ({m},{n},{k}) takes {warps} warps; a block has {MAX_WARPS}")
    })?;
    let stages = stages_fit(stages, STAGES, (m + n) * k * 2, 0)?;
    let swizzle = swizzle.map(|swizzle| chunks(swizzle, [m * k / 8, n * k / 8])).transpose()?;
    Ok(Shape { tile: [m, n, k], warp, stages, swizzle })
}

/// A swizzle of elements as one of chunks of 8, where it keeps them whole and in tiles of these many.
fn chunks(swizzle: Swizzle, tiles: [u32; 2]) -> Result<Chunks, String> {
    let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
    let Ok(shift) = u32::try_from(shift) else {
        return Err(format!("{swizzle}: its shift must be positive, so that a tile's elements stay in it"));
    };
    let Some(base) = base.checked_sub(3) else {
        return Err(format!(
            "{swizzle} tears the 8 elements, 16 bytes, apart that cp.async and ldmatrix move: its base must be 3 or more"
        ));
    };
    if base + bits + shift > 31 {
        return Err(format!("{swizzle} reads bits beyond those of an offset in shared memory"));
    }
    // The sum is below that of all three, 31.
    let block = 1_u64 << (base + bits);
    match tiles.into_iter().find(|tile| u64::from(*tile) % block != 0) {
        Some(tile) => Err(format!(
            "{swizzle} moves elements within blocks of {}; a tile of {} is none of whole ones",
            block * 8,
            tile * 8
        )),
        None => Ok(Chunks { bits, base, shift }),
    }
}

impl Chunks {
    /// The swizzle with which 8 rows, each a chunk in other banks, are read without a conflict, where `across` chunks lie
    /// side by side.
    fn without_conflicts(across: u32) -> Self {
        let log = if across.is_power_of_two() { across.ilog2() } else { 3 };
        Chunks { bits: log.min(3), base: 0, shift: log.max(3) }
    }

    /// As it swizzles elements of two bytes.
    fn of_elements(self) -> String {
        format!("Sw<{},{},{}>", self.bits, self.base + 3, self.shift)
    }
}

/// The kernel, C along its second mode.
pub(super) fn kernel(roles: &Roles<'_>, factor: Factor, shape: &Shape, tuning: &Tuning) -> Kernel {
    let Shape { tile: [tile_m, tile_n, tile_k], warp, stages, swizzle } = *shape;
    let whole_rows = roles.run_c.along_second && roles.run_c.vector == 8;
    // C is gathered where the tiles were, unless it is larger than shared memory.
    let gathered = tile_m * tile_n * 2;
    let (store, gathered) = match (gathered <= MAX_SHARED_BYTES, whole_rows) {
        (false, _) => (include_str!("../mma_store_direct.cu"), 0),
        (true, true) => (include_str!("../mma_store_rows.cu"), gathered),
        (true, false) => (include_str!("../mma_store_each.cu"), gathered),
    };
    let across = |along_k: bool, rows: u32| if along_k { tile_k / 8 } else { rows / 8 };
    let [of_a, of_b] = [(roles.run_a, tile_m), (roles.run_b, tile_n)].map(|(run, rows)| {
        swizzle.unwrap_or_else(|| Chunks::without_conflicts(across(run.along_second, rows)))
    });
    let mut source = include_str!("warp.cu")
        .replace("@INSTRUCTIONS@", INSTRUCTIONS)
        .replace("@STORE_C@", store.trim_end());
    source = roles.filled(&source, factor, (tile_m, tile_n, tile_k));
    for (name, chunks, run) in [("A", of_a, roles.run_a), ("B", of_b, roles.run_b)] {
        // Loads of single elements are so many that their addresses would take all registers: two chunks' at a time.
        let unroll = if run.vector == 1 { " 2" } else { "" };
        source = source
            .replace(&format!("@SWIZZLE_{name}@"), &chunks.of_elements())
            .replace(&format!("@BITS_{name}@"), &chunks.bits.to_string())
            .replace(&format!("@BASE_{name}@"), &chunks.base.to_string())
            .replace(&format!("@SHIFT_{name}@"), &chunks.shift.to_string())
            .replace(&format!("@UNROLL_{name}@"), unroll)
            .replace(&format!("@VECTOR_{name}@"), &run.vector.to_string());
    }
    let source = source
        .replace("@TUNING@", &tuning.to_string())
        .replace("@STAGES@", &stages.to_string())
        .replace("@WARP_M@", &warp.0.to_string())
        .replace("@WARP_N@", &warp.1.to_string());
    let source = roles.in_statements_order(
        &source,
        "const element_t* __restrict__ a",
        "const element_t* __restrict__ b",
    );
    let threads = tile_m / warp.0 * (tile_n / warp.1) * 32;
    let shared_bytes = ((tile_m + tile_n) * tile_k * 2 * stages).max(gathered);
    Kernel { shared_bytes, ..Kernel::new(source, "gemm", roles.tiles(tile_m, tile_n), threads) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_swizzle_reads_eight_rows_without_a_conflict() {
        for across in [1, 2, 4, 8, 16, 32] {
            let Chunks { bits, base, shift } = Chunks::without_conflicts(across);
            for column in 0..across {
                let mut banks: Vec<u32> = (0..8)
                    .map(|row| {
                        let chunk = row * across + column;
                        (chunk ^ ((chunk >> (base + shift)) & ((1 << bits) - 1)) << base) % 8
                    })
                    .collect();
                banks.sort_unstable();
                assert_eq!(banks, (0..8).collect::<Vec<_>>(), "{across} chunks across, column {column}");
            }
        }
    }
}
