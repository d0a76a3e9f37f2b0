#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a) {
  auto atom =
      composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, Shape<_8, _8>>, Stride<_8, Stride<_1, _64>>>{});
  Tensor sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, make_shape(_128{}, _64{}, _3{})));
  TiledMMA mma =
      make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  TiledCopy s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  TiledCopy g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                                  Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  Tensor tXsA = s2r.get_slice(threadIdx.x).partition_S(sA);
  //^ = ((8,1),4,(2,2),(1,3)):((1,0),2048,(144,288),(0,8192)) [thread 0]
  Tensor tAsA = g2s.get_slice(threadIdx.x).partition_D(sA);
  //^ = ((8,1),8,1,(1,3)):((1,0),1024,0,(0,8192))
  Tensor tXsA_p = tXsA(_, _, _, 1);
  //^ = ((8,1),4,(2,2)):((1,0),2048,(144,288)) [thread 0]
}
