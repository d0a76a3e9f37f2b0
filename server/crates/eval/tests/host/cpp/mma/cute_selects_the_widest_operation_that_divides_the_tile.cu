#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  using Tile = Shape<_128, _192, _64>;
  TiledMMA mma =
      make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Tile>(), Layout<Shape<_2, _1, _1>>{});
      //^ = make_tiled_mma(SM90_64x192x16_F32F16F16_SS, (2,1,1):(1,0,0), <_,_,_>)
  TiledMMA fp8 =
      make_tiled_mma(GMMA::rs_op_selector<float_e4m3_t, float_e4m3_t, float, Shape<_64, _32, _64>>());
      //^ = make_tiled_mma(SM90_64x32x32_F32E4M3E4M3_RS_TN, (1,1,1):(0,0,0), <_,_,_>)
  auto odd = GMMA::ss_op_selector<half_t, half_t, float, Shape<_128, Int<176>, _64>>();
  //^ unknown: which operation CuTe takes for N 176 depends on a macro
  auto tile = tile_shape(mma);
  //^ = (128,192,16)
}
