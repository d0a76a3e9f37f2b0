#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  auto x1 = Int<2>{} * Int<3>{};
  //^ prints _6
  auto x2 = 2 * Int<3>{};
  //^ prints 6
  auto x3 = Int<7>{} / _2{};
  //^ prints _3
  auto x4 = m / 7;
  //^ prints 5
  auto x5 = m % _16{};
  //^ prints 8
  auto x6 = m % _1{};
  //^ prints _0
  auto x7 = _0{} * m;
  //^ prints _0
  auto x8 = Int<5>{} - Int<8>{};
  //^ prints _-3
  auto x9 = -Int<4>{};
  //^ prints _-4
  auto x10 = Int<(5 > 3) ? 8 : 4>{};
  //^ prints _8
  auto x11 = Int<m / 2>{};
  //^ prints _20
}
