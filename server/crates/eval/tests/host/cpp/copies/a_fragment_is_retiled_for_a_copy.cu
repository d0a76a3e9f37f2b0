#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a, int thread) {
  auto mma = make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  TiledCopy s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  Tensor gA = make_tensor(make_gmem_ptr(a), make_shape(_128{}, _64{}), make_stride(_64{}, _1{}));
  Tensor tCrA = mma.get_slice(thread).partition_fragment_A(gA);
  //^ = ((2,2),4,8):((1,2),32,4)
  Tensor tXrA = s2r.get_slice(thread).retile_D(tCrA);
  //^ = ((8,1),4,4):((1,0),32,8)
}
