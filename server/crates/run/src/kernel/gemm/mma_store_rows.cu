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
#pragma unroll
  for (int round = 0; round < WARP_M * ACROSS / 32; ++round) {
    const int e = round * 32 + lane, row = e / ACROSS, across = e % ACROSS;
    uint4 chunk;
    asm volatile("ld.shared.v4.b32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(chunk.x), "=r"(chunk.y), "=r"(chunk.z), "=r"(chunk.w)
                 : "r"(mine + ((row * ACROSS + across) ^ (row % 8)) * 16));
    const index_t m = m0 + warp_m + row, n = n0 + warp_n + across * 8;
    if ((M % TILE_M == 0 || m < M) && (N % TILE_N == 0 || n < N)) *(uint4*)(c + offset_c(m, n)) = chunk;
  }
