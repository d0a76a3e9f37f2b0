// Rows of 33 halves are copied 16 bytes at a time: the second row begins at byte 66.
#include <cute/tensor.hpp>

using namespace cute;

__global__ void load(half_t const* a)
{
  extern __shared__ half_t smem[];
  Tensor gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_16, _32>, Stride<_33, _1>>{});
  Tensor sA = make_tensor(make_smem_ptr(smem), Layout<Shape<_16, _32>, Stride<_32, _1>>{});
  auto copy_a = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                                Layout<Shape<_16, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = copy_a.get_slice(threadIdx.x);
  copy(copy_a, thread.partition_S(gA), thread.partition_D(sA));
  //~^ misaligned-access
}

void launch(half_t const* a)
{
  load<<<1, 64>>>(a);
}
