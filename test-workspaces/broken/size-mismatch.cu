// A tile of 8x8 elements is copied to registers for 8x4.
#include <cute/tensor.hpp>

using namespace cute;

__global__ void load(float const* a)
{
  Tensor gA = make_tensor(make_gmem_ptr(a), make_shape(_8{}, _8{}));
  Tensor rA = make_tensor<float>(make_shape(_8{}, _4{}));
  copy(gA, rA);
  //~^ size-mismatch
}
