// CUTLASS's numbers of stages, and its element types with factors (`cutlass/gemm/collective/collective_builder_decl.hpp`,
// `cutlass/float8.h`, `cutlass/float_subbyte.h`).
#include <cute/tensor.hpp>
#include <cutlass/float8.h>
#include <cutlass/float_subbyte.h>
#include <cutlass/gemm/collective/collective_builder_decl.hpp>
using namespace cute;

void stages() {
  using Stages = cutlass::gemm::collective::StageCount<3>;
  auto tile = make_layout(make_shape(_64{}, _32{}, Int<Stages::value>{}));
  //^ prints (_64,_32,_3):(_1,_64,_2048)
}

void factors(void* p) {
  using Element = cutlass::nv_float4_t<cutlass::float_e2m1_t>;
  auto data = make_tensor(make_smem_ptr(static_cast<Element::DataType*>(p)), UMMA::Layout_K_SW128_Atom<Element::DataType>{});
  auto bits = Int<sizeof_bits_v<Element::DataType>>{};
  //^ prints _4
  auto of_factor = Int<sizeof_bits_v<Element::ScaleFactorType>>{};
  //^ prints _8
  auto wide = Int<sizeof_bits_v<cutlass::mx_float8_t<cutlass::float_e4m3_t>::DataType>>{};
  //^ prints _8
}
