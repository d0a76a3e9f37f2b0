// gemm, C(m,n) = sum over k of A(m,k) B(n,k), @ELEMENT@ with sums in f32@SWAPPED@
//   A (M,K)  @A@
//   B (N,K)  @B@
//   C (M,N)  @C@
// Blocks stay and take tiles of C, @TILE_M@x@TILE_N@ each. One thread lets TMA bring tiles of A and B, @TILE_K@ wide, into shared memory
// swizzled by Sw<3,4,3>, @STAGES@ deep; two warpgroups multiply them with wgmma.m64n@TILE_N@k16, 64 rows each. @CLUSTERS@
// TMA reads 0 beyond M, N and K, and nothing is written there.
typedef @INDEX@ index_t;
typedef unsigned short element_t;
struct __align__(64) TensorMap { unsigned long long words[16]; };
constexpr index_t M = @M@, N = @N@, K = @K@;
constexpr int TILE_M = @TILE_M@, TILE_N = @TILE_N@, TILE_K = @TILE_K@, STAGES = @STAGES@, CLUSTER = @CLUSTER@, GROUP = @GROUP@;
constexpr unsigned BYTES_A = TILE_M * TILE_K * 2, BYTES_B = TILE_N * TILE_K * 2, STAGE = BYTES_A + BYTES_B;
// whether an operand lies in memory along k; else along m or n
constexpr bool A_ALONG_K = @A_ALONG_K@, B_ALONG_K = @B_ALONG_K@;

@OFFSETS@
__device__ __forceinline__ void barrier_init(unsigned barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count));
}
__device__ __forceinline__ void barrier_expect(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
__device__ __forceinline__ void barrier_wait(unsigned barrier, unsigned phase) {
  asm volatile(
      "{\n.reg .pred done;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@done bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(barrier),
      "r"(phase)
      : "memory");
}
__device__ __forceinline__ void barrier_arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
// at the same barrier of another block of the cluster
__device__ __forceinline__ void barrier_arrive_at(unsigned barrier, unsigned block) {
  asm volatile(
      "{\n.reg .b32 remote;\nmapa.shared::cluster.u32 remote, %0, %1;\nmbarrier.arrive.shared::cluster.b64 _, [remote];\n}" ::"r"(barrier), "r"(block)
      : "memory");
}
__device__ __forceinline__ void fetch(unsigned to, const TensorMap* map, int x, int y, unsigned barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(to), "l"(map),
               "r"(barrier), "r"(x), "r"(y)
               : "memory");
}
__device__ __forceinline__ void fetch_for_cluster(unsigned to, const TensorMap* map, int x, int y, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(to), "l"(map),
      "r"(barrier), "r"(x), "r"(y), "h"((unsigned short)((1 << CLUSTER) - 1))
      : "memory");
}
// Matrix descriptor, Sw<3,4,3>: 8 rows of 128 bytes follow each other; along m or n, blocks of 64 follow each other.
template <bool ALONG_K>
__device__ __forceinline__ unsigned long long descriptor(unsigned address) {
  const unsigned long long leading = ALONG_K ? 1 : TILE_K * 128 / 16;
  return (unsigned long long)((address & 0x3ffff) >> 4) | leading << 16 | 64ull << 32 | 1ull << 62;
}
@WGMMA@
__device__ __forceinline__ unsigned narrow(float low, float high) {
  unsigned pair;
  asm("cvt.rn.@ELEMENT@x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}

extern "C" __global__ void @CLUSTER_DIMS@__launch_bounds__(384, 1)
gemm(const __grid_constant__ TensorMap map_a, const __grid_constant__ TensorMap map_b, element_t* __restrict__ c) {
  extern __shared__ unsigned char shared[];
  unsigned base;
  asm("{.reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t;}" : "=r"(base) : "l"(shared));
  base = (base + 1023) & ~1023u;
  const unsigned staging = base + STAGES * STAGE, full = staging + 16384, empty = full + 8 * STAGES;
  const int thread = threadIdx.x, warpgroup = threadIdx.x / 128;
  unsigned rank = 0;
  if (CLUSTER > 1) asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (thread == 0) {
    for (int stage = 0; stage < STAGES; ++stage) {
      barrier_init(full + 8 * stage, 1);
      barrier_init(empty + 8 * stage, 2 * CLUSTER);
    }
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("fence.proxy.async;");
  }
  if (CLUSTER > 1)
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;");
  else
    __syncthreads();

  // a cluster's blocks have tiles one above the other; clusters in groups of GROUP rows of tiles
  constexpr int tiles_m = (M + TILE_M * CLUSTER - 1) / (TILE_M * CLUSTER), tiles_n = (N + TILE_N - 1) / TILE_N;
  constexpr int tiles = tiles_m * tiles_n, steps = (K + TILE_K - 1) / TILE_K, group_rows = GROUP / CLUSTER;
  auto place = [&](int tile, int& m0, int& n0) {
    const int group = tile / (group_rows * tiles_n), rows = min(tiles_m - group * group_rows, group_rows);
    const int within = tile - group * group_rows * tiles_n;
    m0 = ((group * group_rows + within % rows) * CLUSTER + rank) * TILE_M;
    n0 = within / rows * TILE_N;
  };
  if (warpgroup == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (thread == 0) {
      int stage = 0;
      unsigned phase = 1;
      for (int tile = blockIdx.x / CLUSTER; tile < tiles; tile += gridDim.x / CLUSTER) {
        int m0, n0;
        place(tile, m0, n0);
        for (int step = 0; step < steps; ++step) {
          barrier_wait(empty + 8 * stage, phase);
          barrier_expect(full + 8 * stage, STAGE);
          const unsigned to_a = base + stage * STAGE, to_b = to_a + BYTES_A, barrier = full + 8 * stage;
          if (A_ALONG_K) {
            fetch(to_a, &map_a, step * TILE_K, m0, barrier);
          } else {
#pragma unroll
            for (int part = 0; part < TILE_M / 64; ++part) fetch(to_a + part * TILE_K * 128, &map_a, m0 + part * 64, step * TILE_K, barrier);
          }
          // each block of a cluster fetches its share of B for all of them
          if (B_ALONG_K) {
            const int part = TILE_N / CLUSTER;
            if (CLUSTER > 1)
              fetch_for_cluster(to_b + rank * part * TILE_K * 2, &map_b, step * TILE_K, n0 + rank * part, barrier);
            else
              fetch(to_b, &map_b, step * TILE_K, n0, barrier);
          } else {
#pragma unroll
            for (int i = 0; i < TILE_N / 64 / CLUSTER; ++i) {
              const int part = rank * (TILE_N / 64 / CLUSTER) + i;
              if (CLUSTER > 1)
                fetch_for_cluster(to_b + part * TILE_K * 128, &map_b, n0 + part * 64, step * TILE_K, barrier);
              else
                fetch(to_b + part * TILE_K * 128, &map_b, n0 + part * 64, step * TILE_K, barrier);
            }
          }
          if (++stage == STAGES) {
            stage = 0;
            phase ^= 1;
          }
        }
      }
    }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    const int consumer = warpgroup - 1, lane = thread % 32, warp = thread / 32 % 4;
    const unsigned mine = staging + (consumer * 4 + warp) * 2048;
    int stage = 0;
    unsigned phase = 0;
    float sum[TILE_N / 2];
    auto release = [&](int done) {
      if (CLUSTER > 1) {
        if (thread % 128 < CLUSTER) barrier_arrive_at(empty + 8 * done, thread % 128);
      } else if (thread % 128 == 0) {
        barrier_arrive(empty + 8 * done);
      }
    };
    for (int tile = blockIdx.x / CLUSTER; tile < tiles; tile += gridDim.x / CLUSTER) {
      int m0, n0, before = 0;
      place(tile, m0, n0);
      for (int step = 0; step < steps; ++step) {
        barrier_wait(full + 8 * stage, phase);
        // 64 rows are 64 rows of 128 bytes along k, and one block along m
        const unsigned long long from_a = descriptor<A_ALONG_K>(base + stage * STAGE + consumer * 64 * TILE_K * 2);
        const unsigned long long from_b = descriptor<B_ALONG_K>(base + stage * STAGE + BYTES_A);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int k = 0; k < TILE_K / 16; ++k)
          multiply_add(sum, from_a + k * (A_ALONG_K ? 2 : 128), from_b + k * (B_ALONG_K ? 2 : 128), (step | k) != 0);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        if (step > 0) {
          asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
          release(before);
        }
        before = stage;
        if (++stage == STAGES) {
          stage = 0;
          phase ^= 1;
        }
      }
      wait_for_all(sum);
      release(before);
      // 16x64 pieces a warp through swizzled shared memory, so that a warp writes C along n
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
@STORE_C@
        __syncwarp();
      }
    }
  }
  if (CLUSTER > 1) asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;");
}
