#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _16>>{});
  auto tCrA = make_tensor<float>(Shape<_1, _8, _4>{});
  auto tCrB = make_tensor<float>(Shape<_1, _6, _4>{});
  auto tCrC = make_tensor<float>(Shape<_1, _8, _6>{});
  gemm(mma, tCrA, tCrB, tCrC);
  gemm(mma, tCrA(_, _, 0), tCrB(_, _, 0), tCrC);
  gemm(mma, tCrB, tCrA, tCrC);
  //^ error size-mismatch
  gemm(mma, tCrA, tCrB, make_tensor<float>(Shape<_1, _8, _8>{}));
  //^ error size-mismatch
}
