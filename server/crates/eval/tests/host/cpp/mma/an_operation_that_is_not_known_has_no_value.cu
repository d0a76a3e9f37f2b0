#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_XY{});
  //^ unknown: `SM80_16x8x16_F32F16F16F32_XY` is not known here
  auto tile = tile_shape(mma);
  //^ unknown: `SM80_16x8x16_F32F16F16F32_XY` is not known here
}
