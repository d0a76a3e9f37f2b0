// One tile of attention scores, S = Q K^T: traits, a mainloop class with aliases and methods, a kernel of both.
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>

using namespace cute;

template <int kHeadDim_, int kBlockM_, int kBlockN_, int kWarps_, class Element_>
struct BaseTraits {
  using Element = Element_;
  static constexpr int kHeadDim = kHeadDim_;
  static constexpr int kBlockM = kBlockM_;
  static constexpr int kBlockN = kBlockN_;
  static constexpr int kWarps = kWarps_;
  static constexpr int kThreads = kWarps * 32;
  using MmaAtom = MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>;
  using SmemCopyAtom = Copy_Atom<SM75_U32x4_LDSM_N, Element>;
  using SmemCopyAtomTransposed = Copy_Atom<SM75_U16x8_LDSM_T, Element>;
};

template <int kHeadDim_, int kBlockM_, int kBlockN_, int kWarps_, class Element_ = half_t,
          class Base = BaseTraits<kHeadDim_, kBlockM_, kBlockN_, kWarps_, Element_>>
struct ScoreTraits : public Base {
  using Element = typename Base::Element;
  static constexpr int kHeadDim = Base::kHeadDim;
  static constexpr int kBlockKSmem = kHeadDim % 64 == 0 ? 64 : 32;
  static constexpr int kSwizzle = kBlockKSmem == 32 ? 2 : 3;

  using TiledMma =
      TiledMMA<typename Base::MmaAtom, Layout<Shape<Int<Base::kWarps>, _1, _1>>, Tile<Int<16 * Base::kWarps>, _16, _16>>;
  using SmemLayoutAtomQ = decltype(
      composition(Swizzle<kSwizzle, 3, 3>{}, Layout<Shape<_8, Int<kBlockKSmem>>, Stride<Int<kBlockKSmem>, _1>>{}));
  using SmemLayoutQ = decltype(tile_to_shape(SmemLayoutAtomQ{}, Shape<Int<Base::kBlockM>, Int<kHeadDim>>{}));
  using SmemLayoutK = decltype(tile_to_shape(SmemLayoutAtomQ{}, Shape<Int<Base::kBlockN>, Int<kHeadDim>>{}));
  using SmemLayoutKTransposed =
      decltype(composition(SmemLayoutK{}, make_layout(Shape<Int<kHeadDim>, Int<Base::kBlockN>>{}, GenRowMajor{})));

  static constexpr int kElementsPerLoad = sizeof(uint128_t) / sizeof(Element);
  static constexpr int kThreadsPerRow = kBlockKSmem / kElementsPerLoad;
  using GmemLayoutAtom =
      Layout<Shape<Int<Base::kThreads / kThreadsPerRow>, Int<kThreadsPerRow>>, Stride<Int<kThreadsPerRow>, _1>>;
  using GmemTiledCopy = decltype(make_tiled_copy(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, Element>{},
                                                 GmemLayoutAtom{}, Layout<Shape<_1, _8>>{}));
};

struct Parameters {
  half_t const* q;
  half_t const* k;
  float* scores;
  int rows;
  int columns;
  int heads;
};

template <class Traits>
struct Mainloop {
  using Element = typename Traits::Element;
  using SmemLayoutQ = typename Traits::SmemLayoutQ;
  using SmemLayoutK = typename Traits::SmemLayoutK;
  using TileShape = Shape<Int<Traits::kBlockM>, Int<Traits::kBlockN>, Int<Traits::kHeadDim>>;
  static constexpr int kRowsPerWarp = Traits::kBlockM / Traits::kWarps;

  struct SharedStorage {
    array_aligned<Element, cosize_v<SmemLayoutQ>> q;
    array_aligned<Element, cosize_v<SmemLayoutK>> k;
  };

  template <class TensorQ, class TensorK, class Accumulator>
  __device__ void scores(TensorQ const& gQ, TensorK const& gK, Accumulator& accumulator, SharedStorage& shared) const {
    Tensor sQ = make_tensor(make_smem_ptr(shared.q.data()), SmemLayoutQ{});
    Tensor sK = make_tensor(make_smem_ptr(shared.k.data()), SmemLayoutK{});
    Tensor sKt = make_tensor(sK.data(), typename Traits::SmemLayoutKTransposed{});

    typename Traits::GmemTiledCopy load;
    auto thread_load = load.get_thread_slice(threadIdx.x);
    Tensor tQgQ = thread_load.partition_S(gQ);
    Tensor tQsQ = thread_load.partition_D(sQ);
    Tensor tKgK = thread_load.partition_S(gK);
    Tensor tKsK = thread_load.partition_D(sK);

    typename Traits::TiledMma mma;
    auto thread_mma = mma.get_thread_slice(threadIdx.x);
    Tensor tSrQ = thread_mma.partition_fragment_A(sQ);
    Tensor tSrK = thread_mma.partition_fragment_B(sK);
    Tensor tOrKt = thread_mma.partition_fragment_B(sKt);

    auto copy_q = make_tiled_copy_A(typename Traits::SmemCopyAtom{}, mma);
    auto thread_copy_q = copy_q.get_thread_slice(threadIdx.x);
    Tensor tSsQ = thread_copy_q.partition_S(sQ);
    Tensor tSrQ_view = thread_copy_q.retile_D(tSrQ);
    auto copy_kt = make_tiled_copy_B(typename Traits::SmemCopyAtomTransposed{}, mma);
    Tensor tOsKt = copy_kt.get_thread_slice(threadIdx.x).partition_S(sKt);

    copy(load, tQgQ, tQsQ);
    copy(load, tKgK, tKsK);
    __syncthreads();
    gemm(mma, tSrQ, tSrK, accumulator);
  }
};

// ((2,2),M,N) of accumulators as (rows, columns).
template <class AccumulatorLayout>
__device__ auto rows_and_columns(AccumulatorLayout const& layout) {
  auto l = logical_divide(layout, Shape<_2>{});
  return make_layout(make_layout(get<0, 1>(l), get<1>(l)), make_layout(get<0, 0>(l), get<2>(l)));
}

template <class Traits>
__global__ void score_kernel(Parameters const parameters) {
  using Loop = Mainloop<Traits>;
  using TileShape = typename Loop::TileShape;
  extern __shared__ char memory[];
  auto& shared = *reinterpret_cast<typename Loop::SharedStorage*>(memory);
  int const head = blockIdx.z;
  auto row_stride = parameters.heads * Traits::kHeadDim;
  Tensor mQ = make_tensor(make_gmem_ptr(parameters.q), make_shape(parameters.rows, parameters.heads, Int<Traits::kHeadDim>{}),
                          make_stride(row_stride, Int<Traits::kHeadDim>{}, _1{}));
  Tensor mK = make_tensor(make_gmem_ptr(parameters.k), make_shape(parameters.columns, Int<Traits::kHeadDim>{}),
                          make_stride(row_stride, _1{}));
  Tensor mS = make_tensor(make_gmem_ptr(parameters.scores), make_shape(parameters.rows, parameters.columns), LayoutRight{});
  Tensor gQ = local_tile(mQ(_, head, _), select<0, 2>(TileShape{}), make_coord(blockIdx.x, 0));
  Tensor gK = local_tile(mK, select<1, 2>(TileShape{}), make_coord(blockIdx.y, _0{}));
  Tensor gS = local_tile(mS, Shape<Int<Traits::kBlockM>, Int<Traits::kBlockN>>{}, make_coord(blockIdx.x, blockIdx.y));

  typename Traits::TiledMma mma;
  Tensor accumulator = partition_fragment_C(mma, select<0, 1>(TileShape{}));
  Loop loop;
  loop.scores(gQ, gK, accumulator, shared);
  Tensor by_rows = make_tensor(accumulator.data(), rows_and_columns(accumulator.layout()));
  Tensor tSgS = mma.get_thread_slice(threadIdx.x).partition_C(gS);
  Tensor identity = make_identity_tensor(select<0, 1>(TileShape{}));
  Tensor tScS = mma.get_thread_slice(threadIdx.x).partition_C(identity);
  copy(accumulator, tSgS);
}

template <class Traits>
void run(Parameters const& parameters) {
  dim3 grid(ceil_div(parameters.rows, Traits::kBlockM), ceil_div(parameters.columns, Traits::kBlockN), parameters.heads);
  auto kernel = &score_kernel<Traits>;
  int bytes = sizeof(typename Mainloop<Traits>::SharedStorage);
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  kernel<<<grid, Traits::kThreads, bytes>>>(parameters);
}

int main(int argc, char** argv) {
  int rows = argc > 1 ? atoi(argv[1]) : 512;
  int columns = argc > 2 ? atoi(argv[2]) : 512;
  int heads = 4;
  thrust::device_vector<half_t> q(rows * heads * 128);
  thrust::device_vector<half_t> k(columns * heads * 128);
  thrust::device_vector<float> scores(rows * columns);
  Parameters parameters{q.data().get(), k.data().get(), scores.data().get(), rows, columns, heads};
  run<ScoreTraits<64, 128, 64, 4>>(parameters);
  run<ScoreTraits<96, 64, 128, 2>>(parameters);
  return 0;
}
