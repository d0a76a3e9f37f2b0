#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  auto three = Int<7>{} / _2{};
  //^ prints _3
  auto x1 = int(_8{});
  //^ prints 8
  auto x2 = size_t(m);
  //^ prints 40
  auto x3 = static_cast<int>(_8{});
  //^ prints 8
  auto x4 = Int<8>::value;
  //^ prints 8
  auto x5 = decltype(three)::value;
  //^ prints 3
}
