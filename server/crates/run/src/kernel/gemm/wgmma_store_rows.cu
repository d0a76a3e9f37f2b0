      // 16x64 pieces a warp through swizzled shared memory, so that C is written 16 bytes at a time along n
#pragma unroll
      for (int piece = 0; piece < TILE_N / 64; ++piece) {
#pragma unroll
        for (int j = 0; j < 8; j += 2) {
          const int row = lane % 8 + lane / 8 % 2 * 8, across = j + lane / 16;
          const float* from = sum + (piece * 8 + j) * 4;
          asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(mine + row * 128 + ((across ^ (row % 8)) * 16)),
                       "r"(narrow(from[0], from[1])), "r"(narrow(from[2], from[3])), "r"(narrow(from[4], from[5])), "r"(narrow(from[6], from[7]))
                       : "memory");
        }
        __syncwarp();
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
        __syncwarp();
      }
