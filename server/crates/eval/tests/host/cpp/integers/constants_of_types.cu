#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = bool_constant<true>{};
  //^ prints true
  auto x2 = integral_constant<int, 7>{};
  //^ prints _7
  auto x3 = C<9>{};
  //^ prints _9
}
