#pragma unroll
      for (int j = 0; j < TILE_N / 8; ++j)
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          const index_t m = m0 + consumer * 64 + warp * 16 + lane / 4 + half * 8, n = n0 + j * 8 + lane % 4 * 2;
          const unsigned pair = narrow(sum[j * 4 + half * 2], sum[j * 4 + half * 2 + 1]);
          if (m < M && n < N) c[offset_c(m, n)] = (element_t)pair;
          if (m < M && n + 1 < N) c[offset_c(m, n + 1)] = (element_t)(pair >> 16);
        }
