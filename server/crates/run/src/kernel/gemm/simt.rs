//! f32 on the CUDA cores.

use super::{Kernel, KernelDevice, Roles, Run, shape::FmaShape as Shape, tuned::stages_fit};
use crate::Factor;

/// Threads of a block.
const THREADS: u32 = 256;

/// From the largest on; the first with tiles for nearly all multiprocessors is taken.
const SHAPES: [Shape; 3] = [
    Shape { tile: (128, 128, 16), thread: (8, 8), stages: 3, blocks_at_once: 2 },
    Shape { tile: (128, 64, 16), thread: (8, 4), stages: 3, blocks_at_once: 2 },
    Shape { tile: (64, 64, 16), thread: (4, 4), stages: 3, blocks_at_once: 3 },
];

/// The kernel, C along its first mode.
pub(super) fn kernel(roles: &Roles<'_>, device: KernelDevice) -> Kernel {
    let enough = |shape: &&Shape| device.is_busy_with(roles.tiles(shape.tile.0, shape.tile.1));
    let [.., least] = &SHAPES;
    of_shape(roles, SHAPES.iter().find(enough).unwrap_or(least))
}

/// The shape that was asked for, M and N as they are in the kernel.
///
/// # Errors
/// Why there is no kernel of it.
pub(super) fn shape(
    roles: &Roles<'_>,
    [m, n, k]: [Option<u32>; 3],
    stages: Option<i64>,
) -> Result<Shape, String> {
    let [Shape { tile: default, .. }, ..] = SHAPES;
    let (m, n, k) = (m.unwrap_or(default.0), n.unwrap_or(default.1), k.unwrap_or(default.2));
    // Eight warps share a tile, and each thread brings as many pieces of it as the others.
    let threads = |(thread_m, thread_n): (u32, u32)| {
        let warps = m / (8 * thread_m) * (n / (4 * thread_n));
        m % (8 * thread_m) == 0 && n % (4 * thread_n) == 0 && warps * 32 == THREADS
    };
    let whole = |run: Run, rows: u32| (rows * k).is_multiple_of(order(run).0 * THREADS);
    let thread = [(8, 8), (8, 4), (4, 8), (4, 4)].into_iter().find(|&thread| threads(thread));
    let (Some(thread), true, true) = (thread, whole(roles.run_a, m), whole(roles.run_b, n)) else {
        return Err(format!(
            "the tile ({m},{n},{k}) cannot be shared by {THREADS} threads with 4x4, 4x8, 8x4 or 8x8 elements each, 16 bytes at a \
             time: for instance (128,128,16), (128,64,16), (64,128,16), (64,64,16) and (256,64,16)"
        ));
    };
    let stage = k * (m + order(roles.run_a).1 + n + order(roles.run_b).1) * 4;
    let stages = stages_fit(stages, 3, stage, 0)?;
    let known = SHAPES.iter().find(|shape| shape.tile == (m, n, k) && shape.stages == stages);
    Ok(known.copied().unwrap_or(Shape { tile: (m, n, k), thread, stages, blocks_at_once: 1 }))
}

/// The kernel of a shape.
pub(super) fn of_shape(roles: &Roles<'_>, shape: &Shape) -> Kernel {
    let Shape { tile, thread, stages, blocks_at_once } = shape;
    let (tile_m, tile_n, tile_k) = *tile;
    let (vector_a, pad_a) = order(roles.run_a);
    let (vector_b, pad_b) = order(roles.run_b);
    let source = roles
        .filled(include_str!("simt.cu"), Factor::F32, *tile)
        .replace("@STAGES@", &stages.to_string())
        .replace("@THREAD_M@", &thread.0.to_string())
        .replace("@THREAD_N@", &thread.1.to_string())
        .replace("@BLOCKS_AT_ONCE@", &blocks_at_once.to_string())
        .replace("@VECTOR_A@", &vector_a.to_string())
        .replace("@VECTOR_B@", &vector_b.to_string())
        .replace("@PAD_A@", &pad_a.to_string())
        .replace("@PAD_B@", &pad_b.to_string())
        .replace(
            "@STORE_C@",
            if !roles.run_c.along_second && roles.run_c.vector >= 4 { STORE_FOUR } else { STORE_EACH },
        );
    let source =
        roles.in_statements_order(&source, "const float* __restrict__ a", "const float* __restrict__ b");
    let stage = tile_k * (tile_m + pad_a + tile_n + pad_b) * 4;
    Kernel {
        shared_bytes: stage * stages,
        ..Kernel::new(source, "gemm", roles.tiles(tile_m, tile_n), THREADS)
    }
}

/// How many neighbouring elements come together, and by how much columns are padded.
fn order(run: Run) -> (u32, u32) {
    // Along k one element each, all 16 and 2 rows a warp: whole sectors, and few lines.
    if run.along_second { (1, 4) } else { (run.vector.min(4), 0) }
}

const STORE_FOUR: &str = "\
      if ((M % TILE_M == 0 || m < M) && (N % TILE_N == 0 || n < N))
        *(float4*)(c + offset_c(m, n)) = make_float4(sum[i][j], sum[i + 1][j], sum[i + 2][j], sum[i + 3][j]);";

const STORE_EACH: &str = "\
#pragma unroll
      for (int e = 0; e < 4; ++e)
        if (m + e < M && n < N) c[offset_c(m + e, n)] = sum[i + e][j];";
