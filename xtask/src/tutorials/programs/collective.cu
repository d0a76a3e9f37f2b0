// A GEMM in the parts that CUTLASS has: a policy, a collective main loop chosen by it, an epilogue and a kernel class.
#include <cstdio>
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>

namespace parts {

using namespace cute;

template <int Stages_>
struct CpAsync {
  constexpr static int Stages = Stages_;
};
struct Simple {
  constexpr static int Stages = 1;
};

template <class Policy, class TileShape, class ElementA, class StrideA, class ElementB, class StrideB, class TiledMma,
          class GmemCopyA, class SmemAtomA, class SmemCopyAtomA, class GmemCopyB, class SmemAtomB, class SmemCopyAtomB>
struct Mainloop {
  static_assert(sizeof(ElementA) == 0, "no main loop for this policy");
};

template <int Stages, class TileShape_, class ElementA_, class StrideA_, class ElementB_, class StrideB_, class TiledMma_,
          class GmemCopyA_, class SmemAtomA_, class SmemCopyAtomA_, class GmemCopyB_, class SmemAtomB_,
          class SmemCopyAtomB_>
struct Mainloop<CpAsync<Stages>, TileShape_, ElementA_, StrideA_, ElementB_, StrideB_, TiledMma_, GmemCopyA_, SmemAtomA_,
                SmemCopyAtomA_, GmemCopyB_, SmemAtomB_, SmemCopyAtomB_> {
  using DispatchPolicy = CpAsync<Stages>;
  using TileShape = TileShape_;
  using ElementA = ElementA_;
  using StrideA = StrideA_;
  using ElementB = ElementB_;
  using StrideB = StrideB_;
  using TiledMma = TiledMma_;
  using ElementAccumulator = typename TiledMma::ValTypeC;
  using SmemLayoutAtomA = SmemAtomA_;
  using SmemLayoutAtomB = SmemAtomB_;
  using SmemLayoutA = decltype(tile_to_shape(
      SmemLayoutAtomA{}, make_shape(shape<0>(TileShape{}), shape<2>(TileShape{}), Int<DispatchPolicy::Stages>{})));
  using SmemLayoutB = decltype(tile_to_shape(
      SmemLayoutAtomB{}, make_shape(shape<1>(TileShape{}), shape<2>(TileShape{}), Int<DispatchPolicy::Stages>{})));

  struct SharedStorage {
    cute::array_aligned<ElementA, cute::cosize_v<SmemLayoutA>> smem_a;
    cute::array_aligned<ElementB, cute::cosize_v<SmemLayoutB>> smem_b;
  };
  struct Arguments {
    ElementA const* ptr_A;
    StrideA dA;
    ElementB const* ptr_B;
    StrideB dB;
  };
  using Params = Arguments;

  template <class ProblemShape>
  static constexpr Params to_underlying_arguments(ProblemShape const& _, Arguments const& args, void* workspace) {
    (void)workspace;
    return args;
  }

  template <class FrgTensorD, class TensorA, class TensorB, class FrgTensorC, class KTileIterator, class ResidueMNK>
  CUTLASS_DEVICE int operator()(FrgTensorD& accum, TensorA gA, TensorB gB, FrgTensorC const& src_accum,
                                 KTileIterator k_tile_iter, int k_tile_count, ResidueMNK residue_mnk, int thread_idx,
                                 char* smem_buf) {
    SharedStorage& storage = *reinterpret_cast<SharedStorage*>(smem_buf);
    Tensor sA = make_tensor(make_smem_ptr(storage.smem_a.data()), SmemLayoutA{});
    Tensor sB = make_tensor(make_smem_ptr(storage.smem_b.data()), SmemLayoutB{});

    GmemCopyA_ gmem_tiled_copy_A;
    GmemCopyB_ gmem_tiled_copy_B;
    auto gmem_thr_copy_A = gmem_tiled_copy_A.get_slice(thread_idx);
    auto gmem_thr_copy_B = gmem_tiled_copy_B.get_slice(thread_idx);
    Tensor tAgA = gmem_thr_copy_A.partition_S(gA);
    Tensor tAsA = gmem_thr_copy_A.partition_D(sA);
    Tensor tBgB = gmem_thr_copy_B.partition_S(gB);
    Tensor tBsB = gmem_thr_copy_B.partition_D(sB);

    Tensor tApA = make_tensor<bool>(make_shape(size<1>(tAsA), size<2>(tAsA)), Stride<_1, _0>{});
    Tensor cA = make_identity_tensor(make_shape(size<0>(sA), size<1>(sA)));
    Tensor tAcA = gmem_thr_copy_A.partition_S(cA);

    TiledMma tiled_mma;
    auto thr_mma = tiled_mma.get_thread_slice(thread_idx);
    Tensor tCrA = thr_mma.partition_fragment_A(sA(_, _, 0));
    Tensor tCrB = thr_mma.partition_fragment_B(sB(_, _, 0));
    auto smem_tiled_copy_A = make_tiled_copy_A(SmemCopyAtomA_{}, tiled_mma);
    auto smem_thr_copy_A = smem_tiled_copy_A.get_thread_slice(thread_idx);
    Tensor tCsA = smem_thr_copy_A.partition_S(sA);
    Tensor tCrA_copy_view = smem_thr_copy_A.retile_D(tCrA);
    auto smem_tiled_copy_B = make_tiled_copy_B(SmemCopyAtomB_{}, tiled_mma);
    auto smem_thr_copy_B = smem_tiled_copy_B.get_thread_slice(thread_idx);
    Tensor tCsB = smem_thr_copy_B.partition_S(sB);
    Tensor tCrB_copy_view = smem_thr_copy_B.retile_D(tCrB);
    auto K_BLOCK_MAX = size<2>(tCrA);
    int smem_pipe_read = 0;
    Tensor tCsA_p = tCsA(_, _, _, smem_pipe_read);
    Tensor tCsB_p = tCsB(_, _, _, smem_pipe_read);
    for (; k_tile_count > -(DispatchPolicy::Stages - 1); --k_tile_count) {
      for_each(make_int_sequence<K_BLOCK_MAX>{}, [&](auto k_block) {
        gemm(tiled_mma, tCrA(_, _, k_block), tCrB(_, _, k_block), accum);
      });
    }
    return k_tile_count;
  }
};

template <class Element_, class Stride_, class SmemLayout_, class TiledCopyOut_>
class Epilogue {
 public:
  using Element = Element_;
  using StrideD = Stride_;
  using SmemLayout = SmemLayout_;
  struct SharedStorage {
    array_aligned<Element, cosize_v<SmemLayout>> smem_d;
  };
  struct Params {
    float alpha = 1.0f;
    Element* ptr_D = nullptr;
    StrideD dD{};
  };
  CUTLASS_HOST_DEVICE Epilogue(Params const& params_) : params(params_) {}

  template <class ProblemShape, class TileShape, class TileCoord, class Accumulator, class TiledMma>
  CUTLASS_DEVICE int operator()(ProblemShape problem_mnkl, TileShape tile_shape, TileCoord coord, Accumulator const& acc,
                                 TiledMma tiled_mma, int thread_idx, char* smem_buf) {
    auto M = get<0>(problem_mnkl);
    auto N = get<1>(problem_mnkl);
    auto L = get<3>(problem_mnkl);
    Tensor mD = make_tensor(make_gmem_ptr(params.ptr_D), make_shape(M, N, L), params.dD);
    auto [m_coord, n_coord, k_coord, l_coord] = coord;
    Tensor gD = local_tile(mD, take<0, 2>(tile_shape), make_coord(m_coord, n_coord, l_coord));
    SharedStorage& storage = *reinterpret_cast<SharedStorage*>(smem_buf);
    Tensor sD = make_tensor(make_smem_ptr(storage.smem_d.data()), SmemLayout{});
    auto tiled_r2s = make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, Element>{}, tiled_mma);
    auto tRS = tiled_r2s.get_slice(thread_idx);
    Tensor tDrD = make_tensor_like<Element>(acc);
    Tensor tRS_r = tRS.retile_S(tDrD);
    Tensor tRS_s = tRS.partition_D(sD);
    TiledCopyOut_ tiled_s2g;
    auto tSG = tiled_s2g.get_slice(thread_idx);
    Tensor tSG_s = tSG.partition_S(sD);
    Tensor tSG_g = tSG.partition_D(gD);
    Tensor cD = make_identity_tensor(make_shape(unwrap(shape<0>(gD)), unwrap(shape<1>(gD))));
    Tensor tCcD = tSG.partition_D(cD);
    Tensor rows = tSG_g(_, 0, _);
    return thread_idx;
  }

 private:
  Params params;
};

template <class ProblemShape_, class Mainloop_, class Epilogue_>
class Gemm {
 public:
  using ProblemShape = ProblemShape_;
  using CollectiveMainloop = Mainloop_;
  using CollectiveEpilogue = Epilogue_;
  using TileShape = typename CollectiveMainloop::TileShape;
  using TiledMma = typename CollectiveMainloop::TiledMma;
  using MainloopParams = typename CollectiveMainloop::Params;
  using EpilogueParams = typename CollectiveEpilogue::Params;
  static constexpr int SharedStorageSize = cute::max(sizeof(typename CollectiveMainloop::SharedStorage),
                                                     sizeof(typename CollectiveEpilogue::SharedStorage));
  static constexpr uint32_t MaxThreadsPerBlock = cute::size(TiledMma{});
  struct Params {
    ProblemShape problem_shape;
    MainloopParams mainloop;
    EpilogueParams epilogue;
  };

  static dim3 get_grid_shape(Params const& params) {
    return dim3(cute::size(ceil_div(shape<0>(params.problem_shape), shape<0>(TileShape{}))),
                cute::size(ceil_div(shape<1>(params.problem_shape), shape<1>(TileShape{}))), 1);
  }

  CUTLASS_DEVICE int operator()(Params const& params, char* smem_buf) {
    using X = Underscore;
    int thread_idx = int(threadIdx.x);
    auto blk_shape = TileShape{};
    auto [m_coord, n_coord, l_coord] = static_cast<uint3>(blockIdx);
    auto blk_coord_mnkl = make_coord(int(m_coord), int(n_coord), _, int(l_coord));
    auto problem_shape_MNKL = append<4>(params.problem_shape, Int<1>{});
    auto M = get<0>(problem_shape_MNKL);
    auto N = get<1>(problem_shape_MNKL);
    auto K = get<2>(problem_shape_MNKL);
    auto L = get<3>(problem_shape_MNKL);

    Tensor mA_mkl = make_tensor(make_gmem_ptr(params.mainloop.ptr_A), make_shape(M, K, L), params.mainloop.dA);
    Tensor mB_nkl = make_tensor(make_gmem_ptr(params.mainloop.ptr_B), make_shape(N, K, L), params.mainloop.dB);
    Tensor mA_mk = mA_mkl(_, _, l_coord);
    Tensor mB_nk = mB_nkl(_, _, l_coord);
    Tensor gA = local_tile(mA_mk, blk_shape, take<0, 3>(blk_coord_mnkl), Step<_1, X, _1>{});
    Tensor gB = local_tile(mB_nk, blk_shape, take<0, 3>(blk_coord_mnkl), Step<X, _1, _1>{});

    auto m_max_coord = M - size<0>(gA) * get<0>(blk_coord_mnkl);
    auto n_max_coord = N - size<0>(gB) * get<1>(blk_coord_mnkl);
    auto k_residue = K - size<1>(gA) * size<2>(gA);
    auto residue_mnk = make_tuple(m_max_coord, n_max_coord, k_residue);

    TiledMma tiled_mma;
    Tensor accumulators = partition_fragment_C(tiled_mma, take<0, 2>(blk_shape));
    clear(accumulators);
    auto k_tile_iter = cute::make_coord_iterator(shape<2>(gA));
    int k_tile_count = size<2>(gA);
    CollectiveMainloop collective_mma;
    int multiplied = collective_mma(accumulators, gA, gB, accumulators, k_tile_iter, k_tile_count, residue_mnk, thread_idx, smem_buf);
    CollectiveEpilogue epilogue{params.epilogue};
    return epilogue(problem_shape_MNKL, blk_shape, blk_coord_mnkl, accumulators, tiled_mma, thread_idx, smem_buf);
  }
};

template <class Operator>
__global__ void device_kernel(typename Operator::Params const params) {
  extern __shared__ char smem[];
  Operator op;
  int done = op(params, smem);
}

}  // namespace parts

template <class Element>
struct Choice {
  using TileShape = cute::Shape<cute::_96, cute::Int<48>, cute::_32>;
  using TiledMma = cute::TiledMMA<cute::MMA_Atom<cute::SM80_16x8x16_F32F16F16F32_TN>,
                                  cute::Layout<cute::Shape<cute::_2, cute::_3, cute::_1>>,
                                  cute::Tile<cute::_32, cute::Int<48>, cute::_16>>;
  using StrideA = cute::Stride<int64_t, cute::_1, int64_t>;
  using StrideD = cute::Stride<cute::_1, int64_t, int64_t>;
  using SmemAtom = decltype(cute::composition(
      cute::Swizzle<2, 3, 3>{}, cute::Layout<cute::Shape<cute::_8, cute::_32>, cute::Stride<cute::_32, cute::_1>>{}));
  using GmemCopy = decltype(cute::make_tiled_copy(
      cute::Copy_Atom<cute::SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>, Element>{},
      cute::Layout<cute::Shape<cute::Int<48>, cute::_4>, cute::Stride<cute::_4, cute::_1>>{},
      cute::Layout<cute::Shape<cute::_1, cute::_8>>{}));
  using SmemCopyAtom = cute::Copy_Atom<cute::SM75_U32x4_LDSM_N, Element>;
  using SmemCopyAtomB = cute::Copy_Atom<cute::SM75_U32x2_LDSM_N, Element>;
  using Mainloop = parts::Mainloop<parts::CpAsync<3>, TileShape, Element, StrideA, Element, StrideA, TiledMma, GmemCopy,
                                   SmemAtom, SmemCopyAtom, GmemCopy, SmemAtom, SmemCopyAtomB>;
  using SmemD = cute::Layout<cute::Shape<cute::_96, cute::Int<48>>, cute::Stride<cute::_1, cute::Int<104>>>;
  using CopyD = decltype(cute::make_tiled_copy(cute::Copy_Atom<cute::UniversalCopy<cute::uint128_t>, Element>{},
                                               cute::Layout<cute::Shape<cute::_12, cute::_16>>{},
                                               cute::Layout<cute::Shape<cute::_8, cute::_1>>{}));
  using Epilogue = parts::Epilogue<Element, StrideD, SmemD, CopyD>;
};

int main(int argc, char** argv) {
  using namespace cute;
  int m = argc > 1 ? atoi(argv[1]) : 192;
  int n = argc > 2 ? atoi(argv[2]) : 96;
  int k = argc > 3 ? atoi(argv[3]) : 64;
  using Kernel = parts::Gemm<Shape<int, int, int, int>, Choice<half_t>::Mainloop, Choice<half_t>::Epilogue>;
  thrust::device_vector<half_t> a(m * k), b(n * k), d(m * n);
  typename Kernel::Params params{
      .problem_shape = make_shape(m, n, k, 1),
      .mainloop = {a.data().get(), make_stride(int64_t(k), _1{}, int64_t(0)), b.data().get(),
                   make_stride(int64_t(k), _1{}, int64_t(0))},
      .epilogue = {.ptr_D = d.data().get(), .dD = make_stride(_1{}, int64_t(m), int64_t(0))}};
  dim3 grid = Kernel::get_grid_shape(params);
  parts::device_kernel<Kernel><<<grid, Kernel::MaxThreadsPerBlock, Kernel::SharedStorageSize>>>(params);
  return 0;
}
