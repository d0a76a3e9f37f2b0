#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_tensor((half_t*)nullptr, make_layout(make_shape(Int<4>{}, Int<2>{}, Int<3>{})));
  auto b = make_tensor((half_t*)nullptr, make_layout(make_shape(Int<4>{}, Int<2>{}, Int<4>{})));
  auto c = make_tensor((float*)nullptr, make_layout(make_shape(Int<4>{}, Int<2>{}, Int<2>{})));
  gemm(MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}, a, b, c);
}
