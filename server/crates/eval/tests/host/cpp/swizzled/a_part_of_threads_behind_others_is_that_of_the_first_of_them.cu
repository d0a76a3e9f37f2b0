#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a, int thread, int other) {
  auto atom =
      composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, Shape<_8, _8>>, Stride<_8, Stride<_1, _64>>>{});
  Tensor sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, make_shape(_128{}, _64{}, _3{})));
  TiledMMA mma =
      make_tiled_mma(SM80_16x8x8_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  Tensor of_consumer = mma.get_slice(threadIdx.x - 32).partition_A(sA);
  //^ = ((2,2),4,(2,2,2),(1,3)):((1,512),2048,(72,144,288),(0,8192)) [thread 32]
  Tensor fragment = mma.get_slice(int(threadIdx.x) - 32).partition_fragment_A(sA(_, _, 0));
  //^ = ((2,2),4,(2,2,2)):((1,2),4,(16,32,64))
  Tensor of_warp = mma.get_slice(threadIdx.x % 256 - 128).partition_A(sA);
  //^ = ((2,2),4,(2,2,2),(1,3)):((1,512),2048,(72,144,288),(0,8192)) [thread 128]
  Tensor of_name = mma.get_slice(thread - 4).partition_A(sA);
  //^ = ((2,2),4,(2,2,2),(1,3)):((1,512),2048,(72,144,288),(0,8192)) [thread = 4]
  Tensor of_two = mma.get_slice(thread - other - 4).partition_A(sA);
  //^ unknown: thread-other-4 is not known for the first thread
}
