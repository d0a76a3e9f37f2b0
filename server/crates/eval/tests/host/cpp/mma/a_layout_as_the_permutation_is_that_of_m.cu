#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{},
                            Layout<Shape<_1, _2, _1>>{});
                            //^ = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (4,1,1):(1,0,0), <(1,2,1):(0,1,0),_,_>)
  auto permutation = mma.permutation_mnk<0>();
  //^ = (1,2,1):(0,1,0)
  auto n = mma.permutation_mnk<1>();
  //^ = 8
}
