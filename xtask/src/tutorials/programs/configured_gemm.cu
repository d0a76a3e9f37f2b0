// A half-precision GEMM whose tiles, atoms and layouts are members of a configuration.
#include <cstdio>
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>

using namespace cute;

template <class Element_, int kTileM_, int kTileN_, int kTileK_, int kStages_>
struct Configuration {
  using Element = Element_;
  static constexpr int kTileM = kTileM_;
  static constexpr int kTileN = kTileN_;
  static constexpr int kTileK = kTileK_;
  static constexpr int kStages = kStages_;
  static constexpr int kSwizzle = kTileK == 32 ? 2 : 3;

  using TileShape = Shape<Int<kTileM>, Int<kTileN>, Int<kTileK>>;
  using Mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_4, _2, _1>>,
                       Tile<Int<64>, Int<32>, _16>>;
  static constexpr int kThreads = size(Mma{});

  using SmemAtom =
      decltype(composition(Swizzle<kSwizzle, 3, 3>{}, Layout<Shape<_8, Int<kTileK>>, Stride<Int<kTileK>, _1>>{}));
  using SmemLayoutA = decltype(tile_to_shape(SmemAtom{}, Shape<Int<kTileM>, Int<kTileK>, Int<kStages>>{}));
  using SmemLayoutB = decltype(tile_to_shape(SmemAtom{}, Shape<Int<kTileN>, Int<kTileK>, Int<kStages>>{}));

  static constexpr int kElementsPerLoad = sizeof(uint128_t) / sizeof(Element);
  static constexpr int kThreadsPerRow = kTileK / kElementsPerLoad;
  using LoadThreads =
      Layout<Shape<Int<kThreads / kThreadsPerRow>, Int<kThreadsPerRow>>, Stride<Int<kThreadsPerRow>, _1>>;
  using LoadCopy = decltype(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, Element>{}, LoadThreads{},
                                            Layout<Shape<_1, Int<kElementsPerLoad>>>{}));
  using SmemCopyAtom = Copy_Atom<SM75_U32x4_LDSM_N, Element>;
};

template <class Configuration>
struct SharedStorage {
  array_aligned<typename Configuration::Element, cosize_v<typename Configuration::SmemLayoutA>> a;
  array_aligned<typename Configuration::Element, cosize_v<typename Configuration::SmemLayoutB>> b;
};

template <class Configuration>
__global__ void configured_gemm(typename Configuration::Element const* a, typename Configuration::Element const* b,
                                float* c, int m, int n, int k) {
  using TileShape = typename Configuration::TileShape;
  using SmemLayoutA = typename Configuration::SmemLayoutA;
  using SmemLayoutB = typename Configuration::SmemLayoutB;
  extern __shared__ char memory[];
  auto& shared = *reinterpret_cast<SharedStorage<Configuration>*>(memory);

  Tensor mA = make_tensor(make_gmem_ptr(a), make_layout(make_shape(m, k), LayoutRight{}));
  Tensor mB = make_tensor(make_gmem_ptr(b), make_layout(make_shape(n, k), make_stride(k, _1{})));
  Tensor mC = make_tensor(make_gmem_ptr(c), make_shape(m, n), make_stride(n, _1{}));
  Tensor gA = local_tile(mA, select<0, 2>(TileShape{}), make_coord(blockIdx.x, _));
  Tensor gB = local_tile(mB, select<1, 2>(TileShape{}), make_coord(blockIdx.y, _));
  Tensor gC = local_tile(mC, select<0, 1>(TileShape{}), make_coord(blockIdx.x, blockIdx.y));
  Tensor sA = make_tensor(make_smem_ptr(shared.a.data()), SmemLayoutA{});
  Tensor sB = make_tensor(make_smem_ptr(shared.b.data()), SmemLayoutB{});

  typename Configuration::LoadCopy load;
  auto thread_load = load.get_thread_slice(threadIdx.x);
  Tensor tAgA = thread_load.partition_S(gA);
  Tensor tAsA = thread_load.partition_D(sA);
  Tensor tBgB = thread_load.partition_S(gB);
  Tensor tBsB = thread_load.partition_D(sB);

  typename Configuration::Mma mma;
  auto thread_mma = mma.get_slice(threadIdx.x);
  Tensor tCgC = thread_mma.partition_C(gC);
  Tensor tCrA = thread_mma.partition_fragment_A(sA(_, _, 0));
  Tensor tCrB = thread_mma.partition_fragment_B(sB(_, _, 0));
  Tensor tCrC = thread_mma.make_fragment_C(tCgC);

  auto copy_a = make_tiled_copy_A(typename Configuration::SmemCopyAtom{}, mma);
  auto thread_copy_a = copy_a.get_slice(threadIdx.x);
  Tensor tXsA = thread_copy_a.partition_S(sA);
  Tensor tXrA = thread_copy_a.retile_D(tCrA);
  auto copy_b = make_tiled_copy_B(typename Configuration::SmemCopyAtom{}, mma);
  auto thread_copy_b = copy_b.get_slice(threadIdx.x);
  Tensor tXsB = thread_copy_b.partition_S(sB);
  Tensor tXrB = thread_copy_b.retile_D(tCrB);

  auto steps = size<2>(tCrA);
  clear(tCrC);
  for (int tile = 0; tile < size<2>(gA); ++tile) {
    copy(load, tAgA(_, _, _, tile), tAsA(_, _, _, tile % Configuration::kStages));
    copy(load, tBgB(_, _, _, tile), tBsB(_, _, _, tile % Configuration::kStages));
    cp_async_fence();
    cp_async_wait<0>();
    __syncthreads();
    for (int step = 0; step < steps; ++step) {
      copy(copy_a, tXsA(_, _, step, 0), tXrA(_, _, step));
      copy(copy_b, tXsB(_, _, step, 0), tXrB(_, _, step));
      gemm(mma, tCrA(_, _, step), tCrB(_, _, step), tCrC);
    }
  }
  copy(tCrC, tCgC);
}

template <class Configuration>
void launch(half_t const* a, half_t const* b, float* c, int m, int n, int k) {
  dim3 grid(ceil_div(m, Configuration::kTileM), ceil_div(n, Configuration::kTileN));
  configured_gemm<Configuration>
      <<<grid, Configuration::kThreads, sizeof(SharedStorage<Configuration>)>>>(a, b, c, m, n, k);
}

int main(int argc, char** argv) {
  int m = argc > 1 ? atoi(argv[1]) : 256;
  int n = argc > 2 ? atoi(argv[2]) : 256;
  int k = argc > 3 ? atoi(argv[3]) : 128;
  thrust::device_vector<half_t> a(m * k);
  thrust::device_vector<half_t> b(n * k);
  thrust::device_vector<float> c(m * n);
  launch<Configuration<half_t, 128, 64, 32, 3>>(a.data().get(), b.data().get(), c.data().get(), m, n, k);
  launch<Configuration<half_t, 64, 128, 64, 2>>(a.data().get(), b.data().get(), c.data().get(), m, n, k);
  return 0;
}
