// gemm, C(m,n) = sum over k of A(m,k) B(n,k), @ELEMENT@ with sums in f32@SWAPPED@
//   A (M,K)  @A@
//   B (N,K)  @B@
//   C (M,N)  @C@
// As the statement says: @TUNING@.
// A block computes a @TILE_M@x@TILE_N@ tile of C; tiles of A and B @TILE_K@ wide come into shared memory @STAGES@ deep, A swizzled by
// @SWIZZLE_A@, B by @SWIZZLE_B@, along k or along m and n as they lie in memory; a warp computes @WARP_M@x@WARP_N@ elements with
// mma.m16n8k16 from ldmatrix. Coordinates beyond M, N or K are predicated: they read as 0 and are not written.
typedef @INDEX@ index_t;
typedef unsigned short element_t;
constexpr index_t M = @M@, N = @N@, K = @K@;
constexpr int TILE_M = @TILE_M@, TILE_N = @TILE_N@, TILE_K = @TILE_K@, STAGES = @STAGES@, WARP_M = @WARP_M@, WARP_N = @WARP_N@;
constexpr int WARPS_M = TILE_M / WARP_M, THREADS = WARPS_M * (TILE_N / WARP_N) * 32;
constexpr unsigned BYTES_A = TILE_M * TILE_K * 2, STAGE = BYTES_A + TILE_N * TILE_K * 2;
// whether an operand's chunks of 8 elements, 16 bytes, run along k; else they run along m or n
constexpr bool A_ALONG_K = @A_ALONG_K@, B_ALONG_K = @B_ALONG_K@;

@OFFSETS@
// The chunk where 8 elements lie: at (row, k) of a tile with ROWS rows, swizzled.
template <int ROWS, bool ALONG_K, unsigned BITS, unsigned BASE, unsigned SHIFT>
__device__ __forceinline__ unsigned chunk_of(unsigned row, unsigned k) {
  const unsigned chunk = ALONG_K ? row * (TILE_K / 8) + k / 8 : k * (ROWS / 8) + row / 8;
  return chunk ^ ((chunk >> (BASE + SHIFT) & ((1u << BITS) - 1)) << BASE);
}
__device__ __forceinline__ unsigned chunk_of_a(unsigned row, unsigned k) {
  return chunk_of<TILE_M, A_ALONG_K, @BITS_A@, @BASE_A@, @SHIFT_A@>(row, k);
}
__device__ __forceinline__ unsigned chunk_of_b(unsigned row, unsigned k) {
  return chunk_of<TILE_N, B_ALONG_K, @BITS_B@, @BASE_B@, @SHIFT_B@>(row, k);
}

@INSTRUCTIONS@
__device__ __forceinline__ void load_a(unsigned to, const element_t* a, index_t m0, index_t k0) {
  constexpr int ACROSS = A_ALONG_K ? TILE_K / 8 : TILE_M / 8;
#pragma unroll@UNROLL_A@
  for (int e = threadIdx.x; e < TILE_M * TILE_K / 8; e += THREADS) {
    const int row = A_ALONG_K ? e / ACROSS : e % ACROSS * 8, column = A_ALONG_K ? e % ACROSS * 8 : e / ACROSS;
    const unsigned chunk = to + chunk_of_a(row, column) * 16;
#pragma unroll
    for (int part = 0; part < 8; part += @VECTOR_A@) {
      const index_t m = m0 + row + (A_ALONG_K ? 0 : part), k = k0 + column + (A_ALONG_K ? part : 0);
      const bool inside = (M % TILE_M == 0 || m < M) && (K % TILE_K == 0 || k < K);
      copy_async<@VECTOR_A@>(chunk + part * 2, inside ? a + offset_a(m, k) : a, inside);
    }
  }
}

__device__ __forceinline__ void load_b(unsigned to, const element_t* b, index_t n0, index_t k0) {
  constexpr int ACROSS = B_ALONG_K ? TILE_K / 8 : TILE_N / 8;
#pragma unroll@UNROLL_B@
  for (int e = threadIdx.x; e < TILE_N * TILE_K / 8; e += THREADS) {
    const int row = B_ALONG_K ? e / ACROSS : e % ACROSS * 8, column = B_ALONG_K ? e % ACROSS * 8 : e / ACROSS;
    const unsigned chunk = to + chunk_of_b(row, column) * 16;
#pragma unroll
    for (int part = 0; part < 8; part += @VECTOR_B@) {
      const index_t n = n0 + row + (B_ALONG_K ? 0 : part), k = k0 + column + (B_ALONG_K ? part : 0);
      const bool inside = (N % TILE_N == 0 || n < N) && (K % TILE_K == 0 || k < K);
      copy_async<@VECTOR_B@>(chunk + part * 2, inside ? b + offset_b(n, k) : b, inside);
    }
  }
}

extern "C" __global__ void __launch_bounds__(THREADS)
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
#pragma unroll
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
  unsigned part_a[2][WARP_M / 16][4], part_b[2][WARP_N / 16][4];
  int stage = 0, next = STAGES - 1;
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
    __syncthreads();
    const unsigned tile_a = base + stage * STAGE, tile_b = tile_a + BYTES_A;
    auto fragments = [&](int k, int half) {
#pragma unroll
      for (int i = 0; i < WARP_M / 16; ++i)
        load_matrices<A_ALONG_K>(part_a[half][i], tile_a + chunk_of_a(warp_m + i * 16 + row_a, k + k_a) * 16);
#pragma unroll
      for (int j = 0; j < WARP_N / 16; ++j)
        load_matrices<B_ALONG_K>(part_b[half][j], tile_b + chunk_of_b(warp_n + j * 16 + row_b, k + k_b) * 16);
    };
    fragments(0, 0);
    if (step + STAGES - 1 < steps) {
      load_a(base + next * STAGE, a, m0, (index_t)(step + STAGES - 1) * TILE_K);
      load_b(base + next * STAGE + BYTES_A, b, n0, (index_t)(step + STAGES - 1) * TILE_K);
    }
    asm volatile("cp.async.commit_group;");
#pragma unroll
    for (int k = 0; k < TILE_K / 16; ++k) {
      if (k + 1 < TILE_K / 16) fragments((k + 1) * 16, (k + 1) % 2);
#pragma unroll
      for (int i = 0; i < WARP_M / 16; ++i)
#pragma unroll
        for (int j = 0; j < WARP_N / 8; ++j)
          multiply_add(sum[i][j], part_a[k % 2][i], &part_b[k % 2][j / 2][j % 2 * 2]);
    }
    stage = stage + 1 == STAGES ? 0 : stage + 1;
    next = next + 1 == STAGES ? 0 : next + 1;
  }
  asm volatile("cp.async.wait_group 0;");
  __syncthreads();

@STORE_C@
}
