#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(int K) {
  auto mma =
      make_tiled_mma(SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 128, UMMA::Major::K, UMMA::Major::K>{});
  auto shape = append(partition_shape_C(mma, make_shape(_128{}, _128{})), _2{});
  Tensor acc = mma.make_fragment_C(shape);
  //^ = ((128,128),1,1,2):((65536,1),0,0,128)
}
