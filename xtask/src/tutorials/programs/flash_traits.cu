// A tiny attention kernel whose layouts are members of traits, chosen by switches of compile-time booleans.
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>

using namespace cute;

#define BOOL_SWITCH(COND, CONST_NAME, ...)      \
  [&] {                                         \
    if (COND) {                                 \
      constexpr static bool CONST_NAME = true;  \
      return __VA_ARGS__();                     \
    } else {                                    \
      constexpr static bool CONST_NAME = false; \
      return __VA_ARGS__();                     \
    }                                           \
  }()

struct Params {
  using index_t = int64_t;
  half_t* q_ptr;
  half_t* k_ptr;
  half_t* o_ptr;
  index_t q_row_stride;
  index_t k_row_stride;
  index_t o_row_stride;
};

struct Forward_params : public Params {
  int seqlen_q, seqlen_k, heads;
  bool is_even;
};

template <int kHeadDim_, int kBlockM_, int kBlockN_, int kWarps_, typename elem_type = half_t>
struct Base_traits {
  using Element = elem_type;
  static constexpr bool kHasCpAsync = true;
  using ElementAccum = float;
  using index_t = int64_t;
  using MMA_Atom_Arch = std::conditional_t<std::is_same_v<elem_type, half_t>,
                                           MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>,
                                           MMA_Atom<SM80_16x8x16_F32BF16BF16F32_TN>>;
  using SmemCopyAtom = Copy_Atom<SM75_U32x4_LDSM_N, elem_type>;
  using SmemCopyAtomTransposed = Copy_Atom<SM75_U16x8_LDSM_T, elem_type>;
};

template <int kHeadDim_, int kBlockM_, int kBlockN_, int kWarps_, bool Is_Q_in_regs_ = false, typename elem_type = half_t,
          typename Base = Base_traits<kHeadDim_, kBlockM_, kBlockN_, kWarps_, elem_type>>
struct Forward_traits : public Base {
  using Element = typename Base::Element;
  using ElementAccum = typename Base::ElementAccum;
  using index_t = typename Base::index_t;
  static constexpr bool Has_cp_async = Base::kHasCpAsync;
  using SmemCopyAtom = typename Base::SmemCopyAtom;
  using SmemCopyAtomTransposed = typename Base::SmemCopyAtomTransposed;
  static constexpr bool Is_Q_in_regs = Is_Q_in_regs_;
  static constexpr int kNWarps = kWarps_;
  static constexpr int kNThreads = kNWarps * 32;
  static constexpr int kBlockM = kBlockM_;
  static constexpr int kBlockN = kBlockN_;
  static constexpr int kHeadDim = kHeadDim_;
  static_assert(kHeadDim % 32 == 0);
  static constexpr int kBlockKSmem = kHeadDim % 64 == 0 ? 64 : 32;
  static constexpr int kBlockKGmem = kHeadDim % 128 == 0 ? 128 : (kHeadDim % 64 == 0 ? 64 : 32);
  static constexpr int kSwizzle = kBlockKSmem == 32 ? 2 : 3;

  using TiledMma = TiledMMA<typename Base::MMA_Atom_Arch, Layout<Shape<Int<kNWarps>, _1, _1>>,
                            Tile<Int<16 * kNWarps>, _16, _16>>;
  using SmemLayoutAtomQ = decltype(composition(
      Swizzle<kSwizzle, 3, 3>{}, Layout<Shape<_8, Int<kBlockKSmem>>, Stride<Int<kBlockKSmem>, _1>>{}));
  using SmemLayoutQ = decltype(tile_to_shape(SmemLayoutAtomQ{}, Shape<Int<kBlockM>, Int<kHeadDim>>{}));
  using SmemLayoutKV = decltype(tile_to_shape(SmemLayoutAtomQ{}, Shape<Int<kBlockN>, Int<kHeadDim>>{}));
  using SmemLayoutVtransposed =
      decltype(composition(SmemLayoutKV{}, make_layout(Shape<Int<kHeadDim>, Int<kBlockN>>{}, GenRowMajor{})));
  using SmemLayoutVtransposedNoSwizzle = decltype(get_nonswizzle_portion(SmemLayoutVtransposed{}));
  using SmemLayoutAtomO = decltype(composition(
      Swizzle<kSwizzle, 3, 3>{}, Layout<Shape<Int<8>, Int<kBlockKSmem>>, Stride<Int<kBlockKSmem>, _1>>{}));
  using SmemLayoutO = decltype(tile_to_shape(SmemLayoutAtomO{}, Shape<Int<kBlockM>, Int<kHeadDim>>{}));
  using SmemCopyAtomO = Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, Element>;

  static constexpr int kSmemQSize = size(SmemLayoutQ{}) * sizeof(Element);
  static constexpr int kSmemKVSize = size(SmemLayoutKV{}) * 2 * sizeof(Element);
  static constexpr int kSmemSize = Is_Q_in_regs ? std::max(kSmemQSize, kSmemKVSize) : kSmemQSize + kSmemKVSize;

  static constexpr int kGmemElemsPerLoad = sizeof(cute::uint128_t) / sizeof(Element);
  static_assert(kHeadDim % kGmemElemsPerLoad == 0, "kHeadDim must be a multiple of kGmemElemsPerLoad");
  static constexpr int kGmemThreadsPerRow = kBlockKSmem / kGmemElemsPerLoad;
  static_assert(kNThreads % kGmemThreadsPerRow == 0, "kNThreads must be a multiple of kGmemThreadsPerRow");
  using GmemLayoutAtom = Layout<Shape<Int<kNThreads / kGmemThreadsPerRow>, Int<kGmemThreadsPerRow>>,
                                Stride<Int<kGmemThreadsPerRow>, _1>>;
  using Gmem_copy_struct = std::conditional_t<Has_cp_async, SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>,
                                              AutoVectorizingCopyWithAssumedAlignment<128>>;
  using GmemTiledCopyQKV = decltype(make_tiled_copy(Copy_Atom<Gmem_copy_struct, Element>{}, GmemLayoutAtom{},
                                                    Layout<Shape<_1, _8>>{}));
  using GmemTiledCopyO = decltype(make_tiled_copy(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, Element>{},
                                                  GmemLayoutAtom{}, Layout<Shape<_1, _8>>{}));
};

// (MMA, M, N) of an accumulator as rows and columns.
template <typename Layout>
__forceinline__ __device__ auto convert_layout_acc_rowcol(Layout acc_layout) {
  static_assert(decltype(size<0>(acc_layout))::value == 4);
  static_assert(decltype(rank(acc_layout))::value == 3);
  auto l = logical_divide(acc_layout, Shape<_2>{});
  return make_layout(make_layout(get<0, 1>(l), get<1>(l)), make_layout(get<0, 0>(l), get<2>(l)));
}

template <typename MMA_traits, typename Layout>
__forceinline__ __device__ auto convert_layout_acc_Aregs(Layout acc_layout) {
  using X = Underscore;
  constexpr int mma_shape_K = get<2>(typename MMA_traits::Shape_MNK{});
  static_assert(mma_shape_K == 8 || mma_shape_K == 16);
  if constexpr (mma_shape_K == 8) {
    return acc_layout;
  } else {
    auto l = logical_divide(acc_layout, Shape<X, X, _2>{});
    return make_layout(make_layout(get<0>(l), get<2, 0>(l)), get<1>(l), get<2, 1>(l));
  }
}

template <typename Kernel_traits, bool Is_even, typename P>
inline __device__ int attention_row_block(const P& params, const int bidb, const int bidh, const int m_block) {
  using Element = typename Kernel_traits::Element;
  using index_t = typename Kernel_traits::index_t;
  extern __shared__ char smem_[];
  const int tidx = threadIdx.x;
  constexpr int kBlockM = Kernel_traits::kBlockM;
  constexpr int kBlockN = Kernel_traits::kBlockN;
  constexpr int kHeadDim = Kernel_traits::kHeadDim;

  Tensor mQ = make_tensor(make_gmem_ptr(reinterpret_cast<Element*>(params.q_ptr)),
                          make_shape(params.seqlen_q, Int<kHeadDim>{}), make_stride(params.q_row_stride, _1{}));
  Tensor gQ = local_tile(mQ, Shape<Int<kBlockM>, Int<kHeadDim>>{}, make_coord(m_block, 0));
  Tensor mK = make_tensor(make_gmem_ptr(reinterpret_cast<Element*>(params.k_ptr)),
                          make_shape(params.seqlen_k, Int<kHeadDim>{}), make_stride(params.k_row_stride, _1{}));
  Tensor gK = local_tile(mK, Shape<Int<kBlockN>, Int<kHeadDim>>{}, make_coord(_, 0));

  Tensor sQ = make_tensor(make_smem_ptr(reinterpret_cast<Element*>(smem_)), typename Kernel_traits::SmemLayoutQ{});
  Tensor sK = make_tensor(sQ.data() + (Kernel_traits::Is_Q_in_regs ? 0 : size(sQ)),
                          typename Kernel_traits::SmemLayoutKV{});
  Tensor sV = make_tensor(sK.data() + size(sK), typename Kernel_traits::SmemLayoutKV{});
  Tensor sVt = make_tensor(sV.data(), typename Kernel_traits::SmemLayoutVtransposed{});
  Tensor sVtNoSwizzle = make_tensor(sV.data().get(), typename Kernel_traits::SmemLayoutVtransposedNoSwizzle{});

  typename Kernel_traits::GmemTiledCopyQKV gmem_tiled_copy_QKV;
  auto gmem_thr_copy_QKV = gmem_tiled_copy_QKV.get_thread_slice(tidx);
  Tensor tQgQ = gmem_thr_copy_QKV.partition_S(gQ);
  Tensor tQsQ = gmem_thr_copy_QKV.partition_D(sQ);
  Tensor tKgK = gmem_thr_copy_QKV.partition_S(gK);
  Tensor tKsK = gmem_thr_copy_QKV.partition_D(sK);

  typename Kernel_traits::TiledMma tiled_mma;
  auto thr_mma = tiled_mma.get_thread_slice(tidx);
  Tensor tSrQ = thr_mma.partition_fragment_A(sQ);
  Tensor tSrK = thr_mma.partition_fragment_B(sK);
  Tensor tOrVt = thr_mma.partition_fragment_B(sVtNoSwizzle);
  Tensor acc_o = partition_fragment_C(tiled_mma, Shape<Int<kBlockM>, Int<kHeadDim>>{});

  auto smem_tiled_copy_Q = make_tiled_copy_A(typename Kernel_traits::SmemCopyAtom{}, tiled_mma);
  auto smem_thr_copy_Q = smem_tiled_copy_Q.get_thread_slice(tidx);
  Tensor tSsQ = smem_thr_copy_Q.partition_S(sQ);
  Tensor tSrQ_copy_view = smem_thr_copy_Q.retile_D(tSrQ);
  auto smem_tiled_copy_V = make_tiled_copy_B(typename Kernel_traits::SmemCopyAtomTransposed{}, tiled_mma);
  auto smem_thr_copy_V = smem_tiled_copy_V.get_thread_slice(tidx);
  Tensor tOsVt = smem_thr_copy_V.partition_S(sVt);

  Tensor cQ = make_identity_tensor(make_shape(size<0>(sQ), size<1>(sQ)));
  Tensor cKV = make_identity_tensor(make_shape(size<0>(sK), size<1>(sK)));
  Tensor tQcQ = gmem_thr_copy_QKV.partition_S(cQ);
  Tensor tKVcKV = gmem_thr_copy_QKV.partition_S(cKV);
  Tensor tQpQ = make_tensor<bool>(make_shape(size<2>(tQsQ)));

  Tensor acc_s = partition_fragment_C(tiled_mma, Shape<Int<kBlockM>, Int<kBlockN>>{});
  Tensor scores = make_tensor(acc_s.data(), convert_layout_acc_rowcol(acc_s.layout()));
  Tensor acc_o_rowcol = make_tensor(acc_o.data(), convert_layout_acc_rowcol(acc_o.layout()));
  Tensor scores_max = make_tensor<float>(Shape<Int<2 * size<1>(acc_o)>>{});
  Tensor rP = make_tensor<Element>(acc_s.layout());
  Tensor tOrP =
      make_tensor(rP.data(), convert_layout_acc_Aregs<typename Kernel_traits::TiledMma>(rP.layout()));
  clear(acc_o);

  Tensor rO = make_tensor<Element>(shape(acc_o));
  Tensor sO = make_tensor(sQ.data(), typename Kernel_traits::SmemLayoutO{});
  auto smem_tiled_copy_O = make_tiled_copy_C(typename Kernel_traits::SmemCopyAtomO{}, tiled_mma);
  auto smem_thr_copy_O = smem_tiled_copy_O.get_thread_slice(tidx);
  Tensor taccOrO = smem_thr_copy_O.retile_S(rO);
  Tensor taccOsO = smem_thr_copy_O.partition_D(sO);
  Tensor mO = make_tensor(make_gmem_ptr(reinterpret_cast<Element*>(params.o_ptr)),
                          make_shape(params.seqlen_q, Int<kHeadDim>{}), make_stride(params.o_row_stride, _1{}));
  Tensor gO = local_tile(mO, Shape<Int<kBlockM>, Int<kHeadDim>>{}, make_coord(m_block, 0));
  typename Kernel_traits::GmemTiledCopyO gmem_tiled_copy_O;
  auto gmem_thr_copy_O = gmem_tiled_copy_O.get_thread_slice(tidx);
  Tensor tOsO = gmem_thr_copy_O.partition_S(sO);
  Tensor tOgO = gmem_thr_copy_O.partition_D(gO);
  Tensor tOrO = make_tensor<Element>(shape(tOgO));
  if (!Is_even) {
    Tensor limit = make_tensor<bool>(make_shape(size<2>(tOgO)));
  }
  return kBlockM;
}

template <typename Kernel_traits, bool Is_even>
__global__ void forward_kernel(const Forward_params params) {
  int rows = attention_row_block<Kernel_traits, Is_even>(params, blockIdx.y, blockIdx.z, blockIdx.x);
}

template <typename Kernel_traits>
void run_forward(Forward_params& params, cudaStream_t stream) {
  constexpr size_t smem_size = Kernel_traits::kSmemSize;
  const int num_m_block = (params.seqlen_q + Kernel_traits::kBlockM - 1) / Kernel_traits::kBlockM;
  dim3 grid(num_m_block, 1, params.heads);
  BOOL_SWITCH(params.is_even, Is_even, [&] {
    auto kernel = &forward_kernel<Kernel_traits, Is_even>;
    forward_kernel<Kernel_traits, Is_even><<<grid, Kernel_traits::kNThreads, smem_size, stream>>>(params);
  });
}

template <typename T, int Headdim>
void run_headdim(Forward_params& params, cudaStream_t stream) {
  if constexpr (Headdim == 96) {
    run_forward<Forward_traits<Headdim, 48, 80, 3, false, T>>(params, stream);
  } else {
    run_forward<Forward_traits<Headdim, 128, 32, 8, true, T>>(params, stream);
  }
}

int main(int argc, char** argv) {
  int q = argc > 1 ? atoi(argv[1]) : 256;
  int k = argc > 2 ? atoi(argv[2]) : 256;
  thrust::device_vector<half_t> a(q * 256);
  Forward_params params;
  params.q_ptr = params.k_ptr = params.o_ptr = thrust::raw_pointer_cast(a.data());
  params.q_row_stride = params.k_row_stride = params.o_row_stride = 256;
  params.seqlen_q = q;
  params.seqlen_k = k;
  params.heads = 3;
  params.is_even = q % 128 == 0;
  run_headdim<half_t, 96>(params, nullptr);
  run_headdim<bfloat16_t, 256>(params, nullptr);
  return 0;
}
