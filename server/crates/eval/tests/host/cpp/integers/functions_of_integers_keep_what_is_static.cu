#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto x1 = ceil_div(m, _16{});
  //^ prints 3
  auto x2 = ceil_div(make_shape(m, n), make_shape(_16{}, _8{}));
  //^ prints (3,3)
  auto x3 = round_up(m, _16{});
  //^ prints 48
  auto x4 = round_up(_40{}, _16{});
  //^ prints _48
  auto x5 = shape_div(_40{}, _8{});
  //^ prints _5
  auto x6 = shape_div(make_shape(_4{}, _8{}), _8{});
  //^ prints (_1,_4)
  auto x7 = cute::min(_8{}, _4{});
  //^ prints _4
  auto x8 = cute::max(_8{}, 4);
  //^ prints 8
  auto x9 = cute::max(m, n);
  //^ prints 40
  auto x10 = safe_div(_8{}, _4{});
  //^ prints _2
  auto x11 = gcd(_12{}, _8{});
  //^ prints _4
  auto x12 = signum(Int<-4>{});
  //^ prints _-1
  auto x13 = abs(Int<-4>{});
  //^ prints _4
  auto x14 = round_up(make_shape(m, n), make_shape(_16{}, _16{}));
  //^ prints (48,32)
}
