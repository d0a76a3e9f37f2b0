//! f16 and bf16 on the tensor cores, a warp at a time.

use super::{Kernel, KernelDevice, Roles, Run};
use crate::Factor;

/// What both kernels with `mma.sync` are made of: cp.async, ldmatrix, the product and the rounding of its sums.
pub(super) const INSTRUCTIONS: &str = include_str!("mma_instructions.cu");

/// Tiles of a block and of a warp, and how many tiles are under way.
struct Shape {
    tile: (u32, u32, u32),
    warp: (u32, u32),
    stages: u32,
    blocks_at_once: u32,
}

impl Shape {
    /// Bytes of shared memory that the tiles under way take.
    fn shared_bytes(&self) -> u32 {
        let (tile_m, tile_n, tile_k) = self.tile;
        (tile_m + tile_n) * tile_k * 2 * self.stages
    }
}

/// From the largest on; the first with tiles for nearly all multiprocessors is taken. The larger the tiles of a block, the
/// less of shared memory's bandwidth goes to what is brought there.
const SHAPES: [Shape; 3] = [
    Shape { tile: (256, 128, 64), warp: (64, 64), stages: 3, blocks_at_once: 1 },
    Shape { tile: (128, 128, 32), warp: (64, 64), stages: 4, blocks_at_once: 2 },
    Shape { tile: (64, 64, 32), warp: (32, 32), stages: 4, blocks_at_once: 2 },
];

/// The kernel, C along its second mode.
pub(super) fn kernel(roles: &Roles<'_>, factor: Factor, device: KernelDevice) -> Kernel {
    let enough = |shape: &&Shape| device.is_busy_with(roles.tiles(shape.tile.0, shape.tile.1));
    let [largest, smaller @ ..] = &SHAPES;
    let [.., least] = &SHAPES;
    // What comes an element at a time goes through registers, of which the largest tiles leave none.
    let by_chunks = roles.run_a.vector == 8 && roles.run_b.vector == 8;
    let fits = largest.shared_bytes() <= device.shared_bytes();
    let shapes = (by_chunks && fits).then_some(largest).into_iter().chain(smaller);
    let shape = shapes.into_iter().find(enough).unwrap_or(least);
    let Shape { tile, warp, stages, blocks_at_once } = shape;
    let (tile_m, tile_n, _) = *tile;
    let whole_rows = roles.run_c.along_second && roles.run_c.vector == 8;
    let store =
        if whole_rows { include_str!("mma_store_rows.cu") } else { include_str!("mma_store_each.cu") };
    let source =
        include_str!("mma.cu").replace("@INSTRUCTIONS@", INSTRUCTIONS).replace("@STORE_C@", store.trim_end());
    let source = roles
        .filled(&source, factor, *tile)
        .replace("@STAGES@", &stages.to_string())
        .replace("@WARP_M@", &warp.0.to_string())
        .replace("@WARP_N@", &warp.1.to_string())
        .replace("@BLOCKS_AT_ONCE@", &blocks_at_once.to_string())
        .replace("@UNROLL_A@", unroll(roles.run_a))
        .replace("@UNROLL_B@", unroll(roles.run_b))
        .replace("@VECTOR_A@", &roles.run_a.vector.to_string())
        .replace("@VECTOR_B@", &roles.run_b.vector.to_string());
    let source = roles.in_statements_order(
        &source,
        "const element_t* __restrict__ a",
        "const element_t* __restrict__ b",
    );
    let threads = tile_m / warp.0 * (tile_n / warp.1) * 32;
    Kernel {
        shared_bytes: shape.shared_bytes(),
        ..Kernel::new(source, "gemm", roles.tiles(tile_m, tile_n), threads)
    }
}

/// Loads of single elements are so many that their addresses would take all registers: two chunks' at a time.
fn unroll(run: Run) -> &'static str {
    if run.vector == 1 { " 2" } else { "" }
}
