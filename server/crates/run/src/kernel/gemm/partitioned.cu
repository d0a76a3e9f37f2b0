// gemm, C(m,n) = sum over k of A(m,k) B(n,k), @ELEMENT@, by the threads of
//   @MMA@
//   A (M,K)  @A@
//   B (N,K)  @B@
//   C (M,N)  @C@
// @THREADS@ threads compute a @TILE_M@x@TILE_N@ tile of C from tiles of A and B, @TILE_K@ wide, in shared memory. The tiled MMA covers
// @UNIT_M@x@UNIT_N@x@UNIT_K@ at a time; of that, (thread, value) is of A, B and C
//   A  @TV_A@
//   B  @TV_B@
//   C  @TV_C@
// Coordinates beyond M, N or K are predicated: they read as 0 and are not written.
typedef @INDEX@ index_t;
@TYPES@
constexpr index_t M = @M@, N = @N@, K = @K@;
constexpr unsigned TILE_M = @TILE_M@, TILE_N = @TILE_N@, TILE_K = @TILE_K@, THREADS = @THREADS@;
constexpr unsigned UNIT_M = @UNIT_M@, UNIT_N = @UNIT_N@, UNIT_K = @UNIT_K@, PITCH_A = TILE_M + @PAD@, PITCH_B = TILE_N + @PAD@;
// values of a thread in a unit, those of one atom, and the atoms of a thread along M, N and K
constexpr int VALUES_A = @VALUES_A@, VALUES_B = @VALUES_B@, VALUES_C = @VALUES_C@;
constexpr int ATOM_A = @ATOM_A@, ATOM_B = @ATOM_B@, ATOM_C = @ATOM_C@, ATOMS_M = @ATOMS_M@, ATOMS_N = @ATOMS_N@, ATOMS_K = @ATOMS_K@;

@OFFSETS@
__device__ __forceinline__ void multiply_add(accumulator_t* c, const element_t* a, const element_t* b) {
@ATOM@
}

extern "C" __global__ void __launch_bounds__(THREADS)
gemm(const element_t* __restrict__ a, const element_t* __restrict__ b, element_t* __restrict__ c) {
  extern __shared__ __align__(16) unsigned char shared[];
  element_t* tile_a = (element_t*)shared;
  element_t* tile_b = tile_a + TILE_K * PITCH_A;
  constexpr index_t tiles_m = (M + TILE_M - 1) / TILE_M;
  const index_t m0 = blockIdx.x % tiles_m * TILE_M, n0 = blockIdx.x / tiles_m * TILE_N;

  accumulator_t sum[TILE_M / UNIT_M][TILE_N / UNIT_N][VALUES_C] = {};
  for (index_t k0 = 0; k0 < K; k0 += TILE_K) {
    for (unsigned e = threadIdx.x; e < TILE_M * TILE_K; e += THREADS) {
      @STAGE_A@
      const index_t m = m0 + row, k = k0 + column;
      tile_a[column * PITCH_A + row] = m < M && k < K ? a[offset_a(m, k)] : (element_t)0;
    }
    for (unsigned e = threadIdx.x; e < TILE_N * TILE_K; e += THREADS) {
      @STAGE_B@
      const index_t n = n0 + row, k = k0 + column;
      tile_b[column * PITCH_B + row] = n < N && k < K ? b[offset_b(n, k)] : (element_t)0;
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned k = 0; k < TILE_K; k += UNIT_K) {
      element_t part_a[TILE_M / UNIT_M][VALUES_A], part_b[TILE_N / UNIT_N][VALUES_B];
#pragma unroll
      for (int i = 0; i < TILE_M / UNIT_M; ++i)
#pragma unroll
        for (int value = 0; value < VALUES_A; ++value) {
          const unsigned at = element_a(threadIdx.x, value);
          part_a[i][value] = tile_a[(k + at / UNIT_M) * PITCH_A + i * UNIT_M + at % UNIT_M];
        }
#pragma unroll
      for (int j = 0; j < TILE_N / UNIT_N; ++j)
#pragma unroll
        for (int value = 0; value < VALUES_B; ++value) {
          const unsigned at = element_b(threadIdx.x, value);
          part_b[j][value] = tile_b[(k + at / UNIT_N) * PITCH_B + j * UNIT_N + at % UNIT_N];
        }
#pragma unroll
      for (int atom_k = 0; atom_k < ATOMS_K; ++atom_k)
#pragma unroll
        for (int i = 0; i < TILE_M / UNIT_M; ++i)
#pragma unroll
          for (int j = 0; j < TILE_N / UNIT_N; ++j)
#pragma unroll
            for (int atom_m = 0; atom_m < ATOMS_M; ++atom_m)
#pragma unroll
              for (int atom_n = 0; atom_n < ATOMS_N; ++atom_n)
                multiply_add(sum[i][j] + (atom_m + atom_n * ATOMS_M) * ATOM_C,
                             part_a[i] + (atom_m + atom_k * ATOMS_M) * ATOM_A,
                             part_b[j] + (atom_n + atom_k * ATOMS_N) * ATOM_B);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < TILE_M / UNIT_M; ++i)
#pragma unroll
    for (int j = 0; j < TILE_N / UNIT_N; ++j)
#pragma unroll
      for (int value = 0; value < VALUES_C; ++value) {
        const unsigned at = element_c(threadIdx.x, value);
        const index_t m = m0 + i * UNIT_M + at % UNIT_M, n = n0 + j * UNIT_N + at / UNIT_M;
        if (m < M && n < N) c[offset_c(m, n)] = narrow(sum[i][j][value]);
      }
}
