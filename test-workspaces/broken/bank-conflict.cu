// Each lane reads a row of a tile of 32 floats a row: all lanes are in one bank.
#include <cute/tensor.hpp>

using namespace cute;

__global__ void rows(float* out)
{
  __shared__ float tile[32 * 32];
  Tensor s = make_tensor(make_smem_ptr(tile), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor row = local_partition(s, Layout<Shape<_32, _1>>{}, threadIdx.x);
  Tensor mine = make_tensor<float>(shape(row));
  copy(row, mine);
  //~^ bank-conflict
}

void launch(float* out)
{
  rows<<<1, 32>>>(out);
}
