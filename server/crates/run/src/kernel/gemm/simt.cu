// gemm, C(m,n) = sum over k of A(m,k) B(n,k), f32@SWAPPED@
//   A (M,K)  @A@
//   B (N,K)  @B@
//   C (M,N)  @C@
// A block computes a @TILE_M@x@TILE_N@ tile of C; tiles of A and B @TILE_K@ wide come into shared memory @STAGES@ deep, column
// after column, and a thread computes @THREAD_M@x@THREAD_N@ elements in 4x4 pieces. Coordinates beyond M, N or K are
// predicated: they read as 0 and are not written.
typedef @INDEX@ index_t;
constexpr index_t M = @M@, N = @N@, K = @K@;
constexpr int TILE_M = @TILE_M@, TILE_N = @TILE_N@, TILE_K = @TILE_K@, STAGES = @STAGES@, THREADS = 256;
constexpr int THREAD_M = @THREAD_M@, THREAD_N = @THREAD_N@, WARPS_M = TILE_M / (8 * THREAD_M);
constexpr int PITCH_A = TILE_M + @PAD_A@, PITCH_B = TILE_N + @PAD_B@, STAGE = TILE_K * (PITCH_A + PITCH_B);
// whether neighbours along k, not along m or n, come together, and how many of them
constexpr bool A_ALONG_K = @A_ALONG_K@, B_ALONG_K = @B_ALONG_K@;
constexpr int VECTOR_A = @VECTOR_A@, VECTOR_B = @VECTOR_B@;

@OFFSETS@
// What comes along k lies with the pairs of every other 8 columns swapped: 16 columns of 2 rows are in all banks then.
__device__ __forceinline__ int turn(int k) { return k / 8 % 2 * 2; }

// Neighbouring elements, or zeros: nothing is read where they are not inside.
template <int BYTES>
__device__ __forceinline__ void copy_async(unsigned to, const float* from, bool inside) {
  const int bytes = inside ? BYTES : 0;
  if (BYTES == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes));
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(BYTES), "r"(bytes));
}

__device__ __forceinline__ void load_a(unsigned to, const float* a, index_t m0, index_t k0) {
  constexpr int ACROSS = (A_ALONG_K ? TILE_K : TILE_M) / VECTOR_A, DOWN = THREADS / ACROSS;
  constexpr bool EVEN = THREADS % ACROSS == 0 && DOWN % 4 == 0;  // then all pieces of a thread lie below each other
  const int thread = threadIdx.x, first_across = thread % ACROSS * VECTOR_A, first_down = thread / ACROSS;
#pragma unroll
  for (int i = 0; i < TILE_M * TILE_K / VECTOR_A / THREADS; ++i) {
    const int across = EVEN ? first_across : (thread + i * THREADS) % ACROSS * VECTOR_A;
    const int down = EVEN ? first_down + i * DOWN : (thread + i * THREADS) / ACROSS;
    const index_t m = m0 + (A_ALONG_K ? down : across), k = k0 + (A_ALONG_K ? across : down);
    const bool inside = (M % TILE_M == 0 || m < M) && (K % TILE_K == 0 || k < K);
    const int row = EVEN ? (first_down ^ turn(across)) + i * DOWN : down ^ turn(across);
    const int at = A_ALONG_K ? across * PITCH_A + row : down * PITCH_A + across;
    copy_async<VECTOR_A * 4>(to + at * 4, a + offset_a(m, k), inside);
  }
}

__device__ __forceinline__ void load_b(unsigned to, const float* b, index_t n0, index_t k0) {
  constexpr int ACROSS = (B_ALONG_K ? TILE_K : TILE_N) / VECTOR_B, DOWN = THREADS / ACROSS;
  constexpr bool EVEN = THREADS % ACROSS == 0 && DOWN % 4 == 0;  // then all pieces of a thread lie below each other
  const int thread = threadIdx.x, first_across = thread % ACROSS * VECTOR_B, first_down = thread / ACROSS;
#pragma unroll
  for (int i = 0; i < TILE_N * TILE_K / VECTOR_B / THREADS; ++i) {
    const int across = EVEN ? first_across : (thread + i * THREADS) % ACROSS * VECTOR_B;
    const int down = EVEN ? first_down + i * DOWN : (thread + i * THREADS) / ACROSS;
    const index_t n = n0 + (B_ALONG_K ? down : across), k = k0 + (B_ALONG_K ? across : down);
    const bool inside = (N % TILE_N == 0 || n < N) && (K % TILE_K == 0 || k < K);
    const int row = EVEN ? (first_down ^ turn(across)) + i * DOWN : down ^ turn(across);
    const int at = B_ALONG_K ? across * PITCH_B + row : down * PITCH_B + across;
    copy_async<VECTOR_B * 4>(to + at * 4, b + offset_b(n, k), inside);
  }
}

// Four neighbours of shared memory into registers, pairs swapped where they were.
__device__ __forceinline__ void put_four(float* to, const float* from, int turned) {
  const float4 four = *(const float4*)from;
  to[turned] = four.x;
  to[turned + 1] = four.y;
  to[turned ^ 2] = four.z;
  to[(turned ^ 2) + 1] = four.w;
}

extern "C" __global__ void __launch_bounds__(THREADS, @BLOCKS_AT_ONCE@)
gemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c) {
  extern __shared__ __align__(128) float shared[];
  unsigned base;
  asm("{.reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t;}" : "=r"(base) : "l"(shared));
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  // blocks in groups of 8 rows of tiles, so that those at work at the same time share tiles of A and B
  constexpr unsigned tiles_m = (M + TILE_M - 1) / TILE_M, tiles_n = (N + TILE_N - 1) / TILE_N;
  const unsigned group = blockIdx.x / (8 * tiles_n), rows = min(tiles_m - group * 8, 8u);
  const unsigned within = blockIdx.x % (8 * tiles_n);
  const index_t m0 = (index_t)(group * 8 + within % rows) * TILE_M, n0 = (index_t)(within / rows) * TILE_N;
  // a thread has pieces of 4x4, 32 apart along m and 16 along n
  const int thread_m = warp % WARPS_M * 8 * THREAD_M + lane % 8 * 4;
  const int thread_n = warp / WARPS_M * 4 * THREAD_N + lane / 8 * 4;

  float sum[THREAD_M][THREAD_N] = {};
  constexpr int steps = (K + TILE_K - 1) / TILE_K;
#pragma unroll
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    if (stage < steps) {
      load_a(base + stage * STAGE * 4, a, m0, (index_t)stage * TILE_K);
      load_b(base + (stage * STAGE + TILE_K * PITCH_A) * 4, b, n0, (index_t)stage * TILE_K);
    }
    asm volatile("cp.async.commit_group;");
  }
  int stage = 0, next = STAGES - 1;
  float column_a[2][THREAD_M], column_b[2][THREAD_N];
  for (int step = 0; step < steps; ++step) {
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
    __syncthreads();
    const float* tile_a = shared + stage * STAGE;
    const float* tile_b = tile_a + TILE_K * PITCH_A;
    auto fragments = [&](int k, int half) {
#pragma unroll
      for (int piece = 0; piece < THREAD_M / 4; ++piece)
        put_four(&column_a[half][piece * 4], tile_a + k * PITCH_A + thread_m + piece * 32, A_ALONG_K ? turn(k) : 0);
#pragma unroll
      for (int piece = 0; piece < THREAD_N / 4; ++piece)
        put_four(&column_b[half][piece * 4], tile_b + k * PITCH_B + thread_n + piece * 16, B_ALONG_K ? turn(k) : 0);
    };
    fragments(0, 0);
    if (step + STAGES - 1 < steps) {
      load_a(base + next * STAGE * 4, a, m0, (index_t)(step + STAGES - 1) * TILE_K);
      load_b(base + (next * STAGE + TILE_K * PITCH_A) * 4, b, n0, (index_t)(step + STAGES - 1) * TILE_K);
    }
    asm volatile("cp.async.commit_group;");
#pragma unroll
    for (int k = 0; k < TILE_K; ++k) {
      if (k + 1 < TILE_K) fragments(k + 1, (k + 1) % 2);
#pragma unroll
      for (int j = 0; j < THREAD_N; ++j)
#pragma unroll
        for (int i = 0; i < THREAD_M; ++i) {
          const int row = j % 2 ? THREAD_M - 1 - i : i;  // to and fro, so that an operand is used again at once
          sum[row][j] = fmaf(column_a[k % 2][row], column_b[k % 2][j], sum[row][j]);
        }
    }
    stage = stage + 1 == STAGES ? 0 : stage + 1;
    next = next + 1 == STAGES ? 0 : next + 1;
  }

#pragma unroll
  for (int j = 0; j < THREAD_N; ++j)
#pragma unroll
    for (int i = 0; i < THREAD_M; i += 4) {
      const index_t m = m0 + thread_m + i / 4 * 32, n = n0 + thread_n + j / 4 * 16 + j % 4;
@STORE_C@
    }
}
