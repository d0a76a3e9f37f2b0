// The 128-byte swizzle of the hardware counts bytes; over floats, Sw<3,4,3> moves pieces of 64 bytes.
#include <cute/tensor.hpp>

using namespace cute;

__global__ void stage()
{
  __shared__ float smem[32 * 8];
  auto layout = composition(Swizzle<3, 4, 3>{}, Layout<Shape<_32, _8>, Stride<_1, _32>>{});
  Tensor sA = make_tensor(make_smem_ptr(smem), layout);
  //~^ swizzle-unit
}

void launch()
{
  stage<<<1, 32>>>();
}
