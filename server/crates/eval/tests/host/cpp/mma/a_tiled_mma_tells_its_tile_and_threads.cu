#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  TiledMMA mma =
      make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
      //^ = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <32,32,16>)
  auto tile = tile_shape(mma);
  //^ = (32,32,16)
  auto tile_n = tile_size<1>(mma);
  //^ = 32
  auto vmnk = mma.get_thr_layout_vmnk();
  //^ = (32,2,2,1):(1,32,64,0)
  auto threads_n = size<2>(mma);
  //^ = 2
  auto permutation = mma.permutation_mnk<2>();
  //^ = 16
  auto tv = mma.get_layoutC_TV();
  //^ = ((4,8,2,2),((2,2),(1,2))):((64,1,16,256),((32,8),(0,512)))
  auto shape = typename decltype(mma)::AtomShape_MNK{};
  //^ = (16,8,16)
  auto part = partition_shape_A(mma, make_shape(_128{}, _64{}));
  //^ = ((2,2,2),4,4)
}
