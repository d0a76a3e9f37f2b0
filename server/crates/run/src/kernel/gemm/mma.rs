//! f16 and bf16 on the tensor cores, a warp at a time.

use super::{Kernel, KernelDevice, Roles, Run};
use crate::ElementType;

/// Tiles of a block and of a warp, and how many tiles are under way.
struct Shape {
    tile: (i64, i64, i64),
    warp: (i64, i64),
    stages: i64,
    blocks_at_once: u32,
}

/// From the larger on; the first with tiles for nearly all multiprocessors is taken.
const SHAPES: [Shape; 2] = [
    Shape { tile: (128, 128, 32), warp: (64, 64), stages: 4, blocks_at_once: 2 },
    Shape { tile: (64, 64, 32), warp: (32, 32), stages: 4, blocks_at_once: 2 },
];

/// The kernel, C along its second mode.
pub(super) fn kernel(roles: &Roles<'_>, element: ElementType, device: KernelDevice) -> Kernel {
    let enough = |shape: &&Shape| device.is_busy_with(roles.tiles(shape.tile.0, shape.tile.1));
    let [.., least] = &SHAPES;
    let Shape { tile, warp, stages, blocks_at_once } = SHAPES.iter().find(enough).unwrap_or(least);
    let (tile_m, tile_n, tile_k) = *tile;
    let whole_rows = roles.run_c.along_second && roles.run_c.vector == 8;
    let store =
        if whole_rows { include_str!("mma_store_rows.cu") } else { include_str!("mma_store_each.cu") };
    let source = include_str!("mma.cu").replace("@STORE_C@", store.trim_end());
    let source = roles
        .filled(&source, element, *tile)
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
    let threads = u32::try_from(tile_m / warp.0 * (tile_n / warp.1) * 32).unwrap_or(u32::MAX);
    let shared_bytes = u32::try_from((tile_m + tile_n) * tile_k * 2 * stages).unwrap_or(u32::MAX);
    Kernel { shared_bytes, ..Kernel::new(source, "gemm", roles.tiles(tile_m, tile_n), threads) }
}

/// Loads of single elements are so many that their addresses would take all registers: two chunks' at a time.
fn unroll(run: Run) -> &'static str {
    if run.vector == 1 { " 2" } else { "" }
}
