#pragma unroll 1
        for (int round = 0; round < 4; ++round) {
          const int row = round * 4 + lane / 8, across = lane % 8;
          uint4 chunk;
          asm volatile("ld.shared.v4.b32 {%0,%1,%2,%3}, [%4];"
                       : "=r"(chunk.x), "=r"(chunk.y), "=r"(chunk.z), "=r"(chunk.w)
                       : "r"(mine + row * 128 + ((across ^ (row % 8)) * 16))
                       : "memory");
          const index_t m = m0 + consumer * 64 + warp * 16 + row, n = n0 + piece * 64 + across * 8;
          if ((M % (TILE_M * CLUSTER) == 0 || m < M) && (N % TILE_N == 0 || n < N)) *(uint4*)(c + offset_c(m, n)) = chunk;
        }
