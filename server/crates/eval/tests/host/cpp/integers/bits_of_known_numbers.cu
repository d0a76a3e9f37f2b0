#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = Int<6>{} & Int<3>{};
  //^ prints _2
  auto x2 = Int<1>{} << Int<3>{};
  //^ prints _8
  auto x3 = 1 << 3;
  //^ prints 8
}
