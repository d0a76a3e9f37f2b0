//! f16 and bf16 on Hopper's tensor cores, a warpgroup at a time, fed by TMA.

use std::fmt::Write as _;

use super::{Kernel, KernelDevice, Matrix, Roles, matrix, shape::WarpgroupShape as Shape, tuned::stages_fit};
use crate::{Factor, Operand, kernel::TensorMap};

/// Rows of a tile: 64 for each of two warpgroups.
const TILE_M: u32 = 128;

/// Columns of a tile of A and B: 128 bytes, a row of the swizzle.
const TILE_K: u32 = 64;

/// Threads of a block: a warpgroup that fetches and two that multiply.
const THREADS: u32 = 384;

/// Bytes in which C's rows are gathered, and what aligns the tiles.
const STAGING: u32 = 16_384 + 1024;

/// From the widest on; the first with tiles for nearly all multiprocessors is taken.
const SHAPES: [Shape; 3] = [
    Shape { tile_n: 256, stages: 4, cluster: 2 },
    Shape { tile_n: 128, stages: 6, cluster: 1 },
    Shape { tile_n: 64, stages: 8, cluster: 1 },
];

/// Sizes of a dimension that TMA's signed coordinates reach.
const MAX_SIZE: i64 = 1 << 30;

/// The kernel, C along its second mode; `None` where TMA cannot fetch an operand.
pub(super) fn kernel(roles: &Roles<'_>, factor: Factor, device: KernelDevice) -> Option<Kernel> {
    let enough =
        |shape: &&Shape| roles.tiles(TILE_M, shape.tile_n) * 10 >= u64::from(device.multiprocessors) * 9;
    let [.., least] = &SHAPES;
    of_shape(roles, factor, *SHAPES.iter().find(enough).unwrap_or(least), device)
}

/// The shape that was asked for, M and N as they are in the kernel; `columns` are those of the instruction.
///
/// # Errors
/// Why there is no kernel of it.
pub(super) fn shape(
    [m, n, k]: [Option<u32>; 3],
    stages: Option<i64>,
    columns: Option<u32>,
) -> Result<Shape, String> {
    let [widest, ..] = SHAPES;
    let tile_n = n.or(columns).unwrap_or(widest.tile_n);
    let (tile_m, tile_k) = (m.unwrap_or(TILE_M), k.unwrap_or(TILE_K));
    let fits = tile_m == TILE_M && tile_k == TILE_K && [64, 128, 192, 256].contains(&tile_n);
    if !fits || columns.is_some_and(|columns| columns != tile_n) {
        return Err(format!(
            "the tile ({tile_m},{tile_n},{tile_k}) is none of the kernel with wgmma: its M is {TILE_M}, 64 for each of two \
             warpgroups, its K {TILE_K}, a row of the swizzle, and its N the columns of the instruction, 64, 128, 192 or 256"
        ));
    }
    let known = SHAPES.into_iter().find(|shape| shape.tile_n == tile_n);
    let most = known.map_or(4, |shape| shape.stages);
    let stages = stages_fit(stages, most, (TILE_M + tile_n) * TILE_K * 2 + 16, STAGING)?;
    Ok(Shape { tile_n, stages, cluster: known.map_or(1, |shape| shape.cluster) })
}

/// The kernel of a shape.
pub(super) fn of_shape(
    roles: &Roles<'_>,
    factor: Factor,
    shape: Shape,
    device: KernelDevice,
) -> Option<Kernel> {
    let (a, b) = (fetchable(roles.a, roles.m, roles.k)?, fetchable(roles.b, roles.n, roles.k)?);
    let Shape { tile_n, stages, cluster } = shape;
    let whole_rows = roles.run_c.along_second && roles.run_c.vector == 8;
    let store =
        if whole_rows { include_str!("wgmma_store_rows.cu") } else { include_str!("wgmma_store_each.cu") };
    let clusters =
        if cluster > 1 { "Two blocks, one above the\n// other, share what they fetch of B." } else { "" };
    let dims = if cluster > 1 { format!("__cluster_dims__({cluster}, 1, 1) ") } else { String::new() };
    let source = include_str!("wgmma.cu").replace("@STORE_C@", store.trim_end());
    let source = roles
        .filled(&source, factor, (TILE_M, tile_n, TILE_K))
        .replace("@WGMMA@", &multiply_add(tile_n, factor, a.along_second, b.along_second))
        .replace("@CLUSTERS@", clusters)
        .replace("@CLUSTER_DIMS@", &dims)
        .replace("@CLUSTER@", &cluster.to_string())
        .replace("@STAGES@", &stages.to_string())
        .replace("@GROUP@", "16");
    let source = roles.in_statements_order(
        &source,
        "const __grid_constant__ TensorMap map_a",
        "const __grid_constant__ TensorMap map_b",
    );
    let map = |matrix: Matrix, rows: i64, tile: u32| TensorMap {
        inner: if matrix.along_second { roles.k } else { rows },
        outer: if matrix.along_second { rows } else { roles.k },
        pitch: matrix.pitch,
        // Along k a box holds all rows; along m or n, blocks of 64 follow each other.
        box_outer: if matrix.along_second { tile.into() } else { TILE_K.into() },
    };
    let (map_a, map_b) = (map(a, roles.m, TILE_M), map(b, roles.n, tile_n / cluster));
    let maps = if roles.swapped { [map_b, map_a] } else { [map_a, map_b] };
    let tiles = roles.tiles(TILE_M * cluster, tile_n) * u64::from(cluster);
    let blocks = tiles.min((device.multiprocessors / cluster * cluster).into());
    let shared_bytes = stages * (TILE_M + tile_n) * TILE_K * 2 + STAGING + 16 * stages;
    Some(Kernel { shared_bytes, maps: Some(maps), ..Kernel::new(source, "gemm", blocks, THREADS) })
}

/// The operand as a matrix that TMA fetches: rows that begin at multiples of 16 bytes.
fn fetchable(operand: &Operand, rows: i64, columns: i64) -> Option<Matrix> {
    let matrix = matrix(operand)?;
    let fits = matrix.pitch % 8 == 0 && matrix.pitch < 1 << 38 && rows.max(columns) <= MAX_SIZE;
    fits.then_some(matrix)
}

/// The instruction and the wait for it, over an array of sums.
fn multiply_add(tile_n: u32, factor: Factor, a_along_k: bool, b_along_k: bool) -> String {
    let count = tile_n / 2;
    let registers: Vec<_> = (0..count).map(|number| format!("%{number}")).collect();
    let outputs: Vec<_> = (0..count).map(|number| format!("\"+f\"(sum[{number}])")).collect();
    let (registers, outputs) = (registers.join(","), outputs.join(","));
    let turned = |along_k: bool| u8::from(!along_k);
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "__device__ __forceinline__ void multiply_add(float* sum, unsigned long long a, unsigned long long b, int add) {{
  asm volatile(\"{{\\n.reg .pred p;\\nsetp.ne.b32 p, %{}, 0;\\n\"
               \"wgmma.mma_async.sync.aligned.m64n{tile_n}k16.f32.{factor}.{factor} {{{registers}}}, %{count}, %{}, p, 1, 1, {}, {};\\n}}\"
               : {outputs} : \"l\"(a), \"l\"(b), \"r\"(add));
}}
__device__ __forceinline__ void wait_for_all(float* sum) {{
  asm volatile(\"wgmma.wait_group.sync.aligned 0;\" : {outputs} :: \"memory\");
}}",
        count + 2,
        count + 1,
        turned(a_along_k),
        turned(b_along_k)
    );
    text
}
