#pragma unroll 4
        for (int round = 0; round < 32; ++round) {
          const int row = round / 2, column = round % 2 * 32 + lane;
          element_t element;
          asm volatile("ld.shared.u16 %0, [%1];" : "=h"(element) : "r"(mine + row * 128 + ((column / 8 ^ (row % 8)) * 16) + column % 8 * 2) : "memory");
          const index_t m = m0 + consumer * 64 + warp * 16 + row, n = n0 + piece * 64 + column;
          if (m < M && n < N) c[offset_c(m, n)] = element;
        }
