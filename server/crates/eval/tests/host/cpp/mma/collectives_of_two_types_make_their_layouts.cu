// What collectives of two element types make their layouts with (`cutlass/detail/collective/mixed_input_utils.hpp`,
// which nvcc alone compiles, behind what collectives include).
#include <cute/tensor.hpp>
#include <cutlass/gemm/collective/collective_mma.hpp>
using namespace cute;

namespace mixed = cutlass::gemm::collective::detail;
using cutlass::float_e4m3_t;

using MmaAtom = GMMA::Layout_K_SW128_Atom<half_t>;
using Stages = decltype(mixed::get_smem_layout<4>(MmaAtom{}, Shape<_128, _64>{}, Stride<int64_t, _1, int64_t>{}));
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,1),(1,4)):((64,512),(1,0),(0,8192))
using MnStages = decltype(mixed::get_smem_layout<4>(GMMA::Layout_MN_SW128_Atom<half_t>{}, Shape<_128, _64>{}, Stride<_1, int64_t, int64_t>{}));
//^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((64,2),(8,8),(1,4)):((1,4096),(64,512),(0,8192))
using AsOneIs = decltype(mixed::get_smem_layout<3>(MmaAtom{}, Shape<_16, _64>{}, Layout<Shape<Shape<_8,_4>,_128>,Stride<Stride<_128,_1024>,_1>>{}));
//^ = (16,64,3):(64,1,1024)
using First = mixed::deduce_mixed_width_dtype_t<0, cute::tuple<float_e4m3_t, half_t>>;
using Second = mixed::deduce_mixed_width_dtype_t<1, cute::tuple<float_e4m3_t, half_t>>;
using Only = mixed::deduce_mixed_width_dtype_t<0, half_t>;
using AtomOfFirst = Copy_Atom<SM75_U32x4_LDSM_N, First>;
//^ = Copy_Atom<SM75_U32x4_LDSM_N,float_e4m3_t>
using AtomOfSecond = Copy_Atom<SM75_U32x4_LDSM_N, Second>;
//^ = Copy_Atom<SM75_U32x4_LDSM_N,half_t>
using AtomOfOnly = Copy_Atom<SM75_U32x4_LDSM_N, Only>;
//^ = Copy_Atom<SM75_U32x4_LDSM_N,half_t>

void of_operands(int m, int k) {
  auto plain = mixed::get_gmem_layout(make_shape(m, k), Stride<int, _1>{k, {}});
  //^ = (m,k):(k,1)
  auto own = mixed::get_gmem_layout(make_shape(m, k), Layout<Shape<_8, _4>>{});
  //^ = (8,4):(1,8)
}
