#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a, float* c, int ld, int thread) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  Tensor gA = make_tensor(make_gmem_ptr(a), make_shape(_128{}, _64{}), make_stride(ld, _1{}));
  Tensor gC = make_tensor(make_gmem_ptr(c), make_shape(_128{}, _128{}), make_stride(_1{}, ld));
  auto thr_mma = mma.get_slice(thread);
  Tensor tCgA = thr_mma.partition_A(gA);
  //^ = ((2,2,2),4,4):((1,8*ld,8),32*ld,16)
  Tensor tCgC = thr_mma.partition_C(gC);
  //^ = ((2,2),4,(2,4)):((ld,8),32,(16*ld,32*ld))
  Tensor tCrA = thr_mma.partition_fragment_A(gA);
  //^ = ((2,2,2),4,4):((1,2,4),32,8)
  Tensor tCrC = thr_mma.make_fragment_C(tCgC);
  //^ = ((2,2),4,(2,4)):((1,2),4,(16,32))
  Tensor acc = partition_fragment_C(mma, make_shape(_128{}, _128{}));
  //^ = ((2,2),4,8):((1,2),4,16)
}
