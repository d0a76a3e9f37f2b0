#include <cute/tensor.hpp>
using namespace cute;

template <class T>
void rescale(T& accumulators);

__global__ void kernel() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  Tensor acc = partition_fragment_C(mma, Shape<_32, _32>{});
  rescale(acc);
  auto rows = acc(_, 0, 0);
  //^ = ((2,2)):((1,2))
}
