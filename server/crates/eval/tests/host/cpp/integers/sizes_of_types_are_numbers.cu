#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = sizeof(float);
  //^ prints 4
  auto x2 = sizeof_bits_v<half_t>;
  //^ prints 16
  auto x3 = sizeof_bits<float>::value;
  //^ prints 32
  auto x4 = sizeof(half_t);
  //^ prints 2
}
