// Hopper: TMA loads that clusters share, bf16 GMMA on tiles of 128 x 256 x 64, a pipeline of four stages.
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>
#include <cutlass/cluster_launch.hpp>

using namespace cute;

template <class Element, class SmemA, class SmemB, int kStages>
struct Storage {
  alignas(128) ArrayEngine<Element, cosize_v<SmemA>> a;
  alignas(128) ArrayEngine<Element, cosize_v<SmemB>> b;
  uint64_t full[kStages];
  uint64_t empty[kStages];
};

template <class Storage, class Tiler, class Cluster, class SmemA, class TmaA, class SmemB, class TmaB, class TiledMma>
__global__ void tma_gemm(Tiler tiler, Cluster cluster, CUTE_GRID_CONSTANT TmaA const tma_a,
                         CUTE_GRID_CONSTANT TmaB const tma_b, float* c, int m, int n, int k, TiledMma mma) {
  extern __shared__ char memory[];
  Storage& storage = *reinterpret_cast<Storage*>(memory);
  Tensor mA = tma_a.get_tma_tensor(make_shape(m, k));
  Tensor mB = tma_b.get_tma_tensor(make_shape(n, k));
  Tensor mC = make_tensor(make_gmem_ptr(c), make_layout(make_shape(m, n), LayoutRight{}));
  auto coordinate = make_coord(blockIdx.x, blockIdx.y, _);
  Tensor gA = local_tile(mA, tiler, coordinate, Step<_1, X, _1>{});
  Tensor gB = local_tile(mB, tiler, coordinate, Step<X, _1, _1>{});
  Tensor gC = local_tile(mC, tiler, coordinate, Step<_1, _1, X>{});
  Tensor sA = make_tensor(make_smem_ptr(storage.a.begin()), SmemA{});
  Tensor sB = make_tensor(make_smem_ptr(storage.b.begin()), SmemB{});

  Layout cluster_layout = make_layout(cluster);
  auto [x, y, z] = cluster_layout.get_hier_coord(int(block_rank_in_cluster()));
  auto [tAgA, tAsA] = tma_partition(tma_a, y, make_layout(size<1>(cluster_layout)), group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  auto [tBgB, tBsB] = tma_partition(tma_b, x, make_layout(size<0>(cluster_layout)), group_modes<0, 2>(sB), group_modes<0, 2>(gB));
  auto stages = size<1>(tAsA);

  ThrMMA thread_mma = mma.get_slice(threadIdx.x);
  Tensor tCsA = thread_mma.partition_A(sA);
  Tensor tCsB = thread_mma.partition_B(sB);
  Tensor tCgC = thread_mma.partition_C(gC);
  Tensor tCrA = thread_mma.make_fragment_A(tCsA);
  Tensor tCrB = thread_mma.make_fragment_B(tCsB);
  Tensor tCrC = thread_mma.make_fragment_C(tCgC);
  clear(tCrC);
  for (int tile = 0; tile < size<1>(tAgA); ++tile) {
    copy(tma_a.with(storage.full[0]), tAgA(_, tile), tAsA(_, 0));
    warpgroup_arrive();
    gemm(mma, tCrA(_, _, _, 0), tCrB(_, _, _, 0), tCrC);
    warpgroup_commit_batch();
    warpgroup_wait<0>();
  }
  copy(tCrC, tCgC);
}

void launch(bfloat16_t const* a, bfloat16_t const* b, float* c, int m, int n, int k) {
  using Element = bfloat16_t;
  constexpr int kStages = 4;
  auto tiler = Shape<_128, _256, _64>{};
  auto cluster = Shape<_2, _1, _1>{};
  Tensor mA = make_tensor(a, make_shape(m, k), make_stride(k, Int<1>{}));
  Tensor mB = make_tensor(b, make_shape(n, k), make_stride(Int<1>{}, n));
  using SmemA = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<Element>{}, make_shape(_128{}, _64{}, Int<kStages>{})));
  using SmemB = decltype(tile_to_shape(GMMA::Layout_MN_SW64_Atom<Element>{}, make_shape(_256{}, _64{}, Int<kStages>{}), Step<_2, _1, _3>{}));
  auto sA = SmemA{};
  auto sB = SmemB{};
  auto tma_a = make_tma_atom(SM90_TMA_LOAD{}, mA, sA(_, _, 0), make_shape(_128{}, _64{}));
  auto tma_b = make_tma_atom(SM90_TMA_LOAD_MULTICAST{}, mB, sB(_, _, 0), make_shape(_256{}, _64{}), size<0>(cluster));
  TiledMMA mma = make_tiled_mma(SM90_64x256x16_F32BF16BF16_SS<GMMA::Major::K, GMMA::Major::MN>{}, Layout<Shape<_2, _1, _1>>{});
  using Shared = Storage<Element, SmemA, SmemB, kStages>;
  dim3 block(size(mma));
  dim3 grid(ceil_div(m, _128{}), ceil_div(n, _256{}));
  auto* kernel = &tma_gemm<Shared, decltype(tiler), decltype(cluster), SmemA, decltype(tma_a), SmemB, decltype(tma_b), decltype(mma)>;
  cutlass::ClusterLaunchParams parameters = {grid, block, dim3(2, 1, 1), int(sizeof(Shared))};
  cutlass::launch_kernel_on_cluster(parameters, (void const*)kernel, tiler, cluster, tma_a, tma_b, c, m, n, k, mma);
}

int main(int argc, char** argv) {
  int m = argc > 1 ? atoi(argv[1]) : 512;
  int n = argc > 2 ? atoi(argv[2]) : 512;
  int k = argc > 3 ? atoi(argv[3]) : 256;
  thrust::device_vector<bfloat16_t> a(m * k);
  thrust::device_vector<bfloat16_t> b(n * k);
  thrust::device_vector<float> c(m * n);
  launch(a.data().get(), b.data().get(), c.data().get(), m, n, k);
  return 0;
}
