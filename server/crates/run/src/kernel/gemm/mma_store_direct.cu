#pragma unroll
  for (int i = 0; i < WARP_M / 16; ++i)
#pragma unroll
    for (int j = 0; j < WARP_N / 8; ++j)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const index_t m = m0 + warp_m + i * 16 + lane / 4 + half * 8, n = n0 + warp_n + j * 8 + lane % 4 * 2;
        const unsigned pair = narrow(sum[i][j][half * 2], sum[i][j][half * 2 + 1]);
        if (m < M && n < N) c[offset_c(m, n)] = (element_t)pair;
        if (m < M && n + 1 < N) c[offset_c(m, n + 1)] = (element_t)(pair >> 16);
      }
