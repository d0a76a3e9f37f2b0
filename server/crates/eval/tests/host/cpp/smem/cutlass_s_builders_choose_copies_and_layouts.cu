// What the collective builders of CUTLASS choose is known without their headers.
#include <cute/tensor.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
using namespace cute;

template <class Element, int N, int K>
struct Chosen {
  using Atom = decltype(cutlass::gemm::collective::detail::sm120_rr_smem_selector<Element, Int<K>>());
  using Smem = decltype(tile_to_shape(Atom{}, Shape<Int<N>, Int<K>>{}));
  using Input = decltype(cutlass::gemm::collective::detail::sm1xx_kernel_input_element_to_mma_input_element<Element>());
  using CopyB = Copy_Atom<decltype(cutlass::gemm::collective::detail::sm120_rr_smem_copy_selector_B<Element, Element, false, Int<N>{}>()), Input>;
  using Rows = decltype(cutlass::gemm::collective::detail::make_simt_gmem_tiled_copy<
      Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>, 128, 8, Stride<int64_t, _1, int64_t>, Int<N>, Int<K>>());
  using Columns = decltype(cutlass::gemm::collective::detail::make_simt_gmem_tiled_copy<
      Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>, 128, 8, Stride<_1, int64_t, int64_t>, Int<N>, Int<K>>());
};

void use() {
  using Of = Chosen<cutlass::float_e4m3_t, 128, 64>;
  auto smem = typename Of::Smem{};
  //^ = Sw<2,4,3> o smem_ptr[8b](unset) o ((8,16),(64,1)):((64,512),(1,0))
  auto copy_b = typename Of::CopyB{};
  //^ = Copy_Atom<SM75_U32x4_LDSM_N,float_e4m3_t>
  auto rows = typename Of::Rows{};
  //^ = TiledCopy<Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, ((8,16),8):((128,1),16), <16,64>>
  auto columns = typename Of::Columns{};
  //^ = TiledCopy<Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (128,8):(8,1), <128,8>>
}
