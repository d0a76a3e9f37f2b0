// `cutlass::Array<T, N>`: elements of 32 bits and more have registers of
// their own, smaller ones lie side by side in whole bytes.
#include <cute/tensor.hpp>
#include <cutlass/array.h>
using namespace cute;

namespace cutlass {
void in_registers() {
  Tensor sums = make_tensor<float>(Shape<_8, _4>{});
  Tensor vectors = recast<Array<float, 4>>(sums);
  //^ = (2,4):(1,2)
  Tensor halves = make_tensor<half_t>(Shape<_8, _4>{});
  Tensor pairs = recast<cutlass::Array<half_t, 2>>(halves);
  //^ = (4,4):(1,4)
  auto bytes = make_layout(Int<sizeof(Array<int4b_t, 3>)>{});
  //^ = 2:1
  auto bits = make_layout(Int<sizeof_bits_v<Array<float_e4m3_t, 8>>>{});
  //^ = 64:1
  auto apart = make_layout(Int<sizeof(Array<half_t, 3, true>)>{});
  //^ = 6:1
}
}  // namespace cutlass
