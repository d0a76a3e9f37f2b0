// gemm, C(m,n) = sum over k of A(m,k) B(n,k), @ELEMENT@ with sums in f32@SWAPPED@
//   A (M,K)  @A@
//   B (N,K)  @B@
//   C (M,N)  @C@
// A block computes a @TILE_M@x@TILE_N@ tile of C; tiles of A and B @TILE_K@ wide come into swizzled shared memory @STAGES@ deep,
// along k or along m and n as they lie in memory; a warp computes @WARP_M@x@WARP_N@ elements with mma.m16n8k16 from
// ldmatrix. Coordinates beyond M, N or K are predicated: they read as 0 and are not written.
typedef @INDEX@ index_t;
typedef unsigned short element_t;
constexpr index_t M = @M@, N = @N@, K = @K@;
constexpr int TILE_M = @TILE_M@, TILE_N = @TILE_N@, TILE_K = @TILE_K@, STAGES = @STAGES@, WARP_M = @WARP_M@, WARP_N = @WARP_N@;
constexpr int WARPS_M = TILE_M / WARP_M, THREADS = WARPS_M * (TILE_N / WARP_N) * 32;
constexpr unsigned BYTES_A = TILE_M * TILE_K * 2, STAGE = BYTES_A + TILE_N * TILE_K * 2;
// whether an operand's chunks of 8 elements, 16 bytes, run along k; else they run along m or n
constexpr bool A_ALONG_K = @A_ALONG_K@, B_ALONG_K = @B_ALONG_K@;

@OFFSETS@
// The chunk where 8 elements lie: at (row, k) of a tile with ROWS rows.
template <int ROWS, bool ALONG_K>
__device__ __forceinline__ unsigned chunk_of(unsigned row, unsigned k) {
  if (ALONG_K) {
    const unsigned chunk = row * (TILE_K / 8) + k / 8;
    return chunk ^ (chunk / 8 % 8);
  }
  return (k * (ROWS / 8) + row / 8) ^ (k % 8);
}

// The address `rows` rows and `k` columns, multiples of 16, further on.
template <int ROWS, bool ALONG_K>
__device__ __forceinline__ unsigned further(unsigned address, int rows, int k) {
  return ALONG_K ? (address ^ (k * 2)) + rows * TILE_K * 2 : (address ^ (rows * 2)) + k * ROWS * 2;
}

@INSTRUCTIONS@
// A thread brings chunks of one column of banks, so that all of them lie at constant distances from the first.
__device__ __forceinline__ void load_a(unsigned to, const element_t* a, index_t m0, index_t k0) {
  constexpr int ACROSS = A_ALONG_K ? TILE_K / 8 : TILE_M / 8, DOWN = THREADS / ACROSS;
  const int across = threadIdx.x % ACROSS * 8, down = threadIdx.x / ACROSS;
  const unsigned chunk = to + (A_ALONG_K ? chunk_of<TILE_M, true>(down, across) : chunk_of<TILE_M, false>(across, down)) * 16;
#pragma unroll@UNROLL_A@
  for (int i = 0; i < TILE_M * TILE_K / 8 / THREADS; ++i) {
#pragma unroll
    for (int part = 0; part < 8; part += @VECTOR_A@) {
      const index_t m = m0 + (A_ALONG_K ? down + i * DOWN : across + part), k = k0 + (A_ALONG_K ? across + part : down + i * DOWN);
      const bool inside = (M % TILE_M == 0 || m < M) && (K % TILE_K == 0 || k < K);
      copy_async<@VECTOR_A@>(chunk + i * THREADS * 16 + part * 2, a + offset_a(m, k), inside);
    }
  }
}

__device__ __forceinline__ void load_b(unsigned to, const element_t* b, index_t n0, index_t k0) {
  constexpr int ACROSS = B_ALONG_K ? TILE_K / 8 : TILE_N / 8, DOWN = THREADS / ACROSS;
  const int across = threadIdx.x % ACROSS * 8, down = threadIdx.x / ACROSS;
  const unsigned chunk = to + (B_ALONG_K ? chunk_of<TILE_N, true>(down, across) : chunk_of<TILE_N, false>(across, down)) * 16;
#pragma unroll@UNROLL_B@
  for (int i = 0; i < TILE_N * TILE_K / 8 / THREADS; ++i) {
#pragma unroll
    for (int part = 0; part < 8; part += @VECTOR_B@) {
      const index_t n = n0 + (B_ALONG_K ? down + i * DOWN : across + part), k = k0 + (B_ALONG_K ? across + part : down + i * DOWN);
      const bool inside = (N % TILE_N == 0 || n < N) && (K % TILE_K == 0 || k < K);
      copy_async<@VECTOR_B@>(chunk + i * THREADS * 16 + part * 2, b + offset_b(n, k), inside);
    }
  }
}

extern "C" __global__ void __launch_bounds__(THREADS, @BLOCKS_AT_ONCE@)
gemm(const element_t* __restrict__ a, const element_t* __restrict__ b, element_t* __restrict__ c) {
  extern __shared__ __align__(1024) unsigned char shared[];
  unsigned base;
  asm("{.reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t;}" : "=r"(base) : "l"(shared));
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  // blocks in groups of GROUP rows of tiles, so that those at work at the same time share tiles of A and B
  constexpr unsigned GROUP = 8, tiles_m = (M + TILE_M - 1) / TILE_M, tiles_n = (N + TILE_N - 1) / TILE_N;
  const unsigned group = blockIdx.x / (GROUP * tiles_n), rows = min(tiles_m - group * GROUP, GROUP);
  const unsigned within = blockIdx.x % (GROUP * tiles_n);
  const index_t m0 = (index_t)(group * GROUP + within % rows) * TILE_M, n0 = (index_t)(within / rows) * TILE_N;
  const int warp_m = warp % WARPS_M * WARP_M, warp_n = warp / WARPS_M * WARP_N;

  float sum[WARP_M / 16][WARP_N / 8][4] = {};
  constexpr int steps = (K + TILE_K - 1) / TILE_K;
#pragma unroll 1
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage < steps) {
      load_a(base + stage * STAGE, a, m0, (index_t)stage * TILE_K);
      load_b(base + stage * STAGE + BYTES_A, b, n0, (index_t)stage * TILE_K);
    }
    asm volatile("cp.async.commit_group;");
  }
  // which row and which 8 columns of the four matrices this lane addresses
  const int row_a = A_ALONG_K ? lane % 16 : lane / 8 % 2 * 8, k_a = A_ALONG_K ? lane / 16 * 8 : lane / 16 * 8 + lane % 8;
  const int row_b = B_ALONG_K ? lane % 8 + lane / 16 * 8 : lane / 16 * 8, k_b = B_ALONG_K ? lane / 8 % 2 * 8 : lane / 8 % 2 * 8 + lane % 8;
  const unsigned lane_a = chunk_of<TILE_M, A_ALONG_K>(warp_m + row_a, k_a) * 16;
  const unsigned lane_b = chunk_of<TILE_N, B_ALONG_K>(warp_n + row_b, k_b) * 16 + BYTES_A;
  unsigned part_a[2][WARP_M / 16][4], part_b[2][WARP_N / 16][4];
  auto fragments = [&](unsigned tile, int k, int half) {
#pragma unroll
    for (int i = 0; i < WARP_M / 16; ++i)
      load_matrices<A_ALONG_K>(part_a[half][i], further<TILE_M, A_ALONG_K>(tile + lane_a, i * 16, k));
#pragma unroll
    for (int j = 0; j < WARP_N / 16; ++j)
      load_matrices<B_ALONG_K>(part_b[half][j], further<TILE_N, B_ALONG_K>(tile + lane_b, j * 16, k));
  };
  asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
  __syncthreads();
  int stage = 0, next = STAGES - 1;
  unsigned tile = base;
  fragments(tile, 0, 0);
  for (int step = 0; step < steps; ++step) {
#pragma unroll
    for (int k = 0; k < TILE_K / 16; ++k) {
      // what is multiplied next comes while the tensor cores work: at the end of a tile, of the next one
      if (k + 1 == TILE_K / 16) {
        stage = stage + 1 == STAGES ? 0 : stage + 1;
        tile = base + stage * STAGE;
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
        __syncthreads();
      }
      fragments(tile, (k + 1) % (TILE_K / 16) * 16, (k + 1) % 2);
#pragma unroll
      for (int i = 0; i < WARP_M / 16; ++i)
#pragma unroll
        for (int j = 0; j < WARP_N / 8; ++j)
          multiply_add(sum[i][j], part_a[k % 2][i], &part_b[k % 2][j / 2][j % 2 * 2]);
      if (k == 0) {
        if (step + STAGES - 1 < steps) {
          load_a(base + next * STAGE, a, m0, (index_t)(step + STAGES - 1) * TILE_K);
          load_b(base + next * STAGE + BYTES_A, b, n0, (index_t)(step + STAGES - 1) * TILE_K);
        }
        asm volatile("cp.async.commit_group;");
        next = next + 1 == STAGES ? 0 : next + 1;
      }
    }
  }
  asm volatile("cp.async.wait_group 0;");
  __syncthreads();

@STORE_C@
}
