  // through shared memory, swizzled, so that a warp writes C along n
  const unsigned mine = base + warp * WARP_M * WARP_N * 2;
  constexpr int ACROSS = WARP_N / 8;
#pragma unroll
  for (int i = 0; i < WARP_M / 16; ++i)
#pragma unroll
    for (int j = 0; j < ACROSS; ++j)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const int row = i * 16 + lane / 4 + half * 8;
        const unsigned at = mine + ((row * ACROSS + j) ^ (row % 8)) * 16 + lane % 4 * 4;
        asm volatile("st.shared.b32 [%0], %1;" ::"r"(at), "r"(narrow(sum[i][j][half * 2], sum[i][j][half * 2 + 1])));
      }
  __syncwarp();
#pragma unroll 4
  for (int round = 0; round < WARP_M * WARP_N / 32; ++round) {
    const int e = round * 32 + lane, row = e / WARP_N, column = e % WARP_N;
    element_t element;
    asm volatile("ld.shared.u16 %0, [%1];" : "=h"(element) : "r"(mine + ((row * ACROSS + column / 8) ^ (row % 8)) * 16 + column % 8 * 2));
    const index_t m = m0 + warp_m + row, n = n0 + warp_n + column;
    if (m < M && n < N) c[offset_c(m, n)] = element;
  }
