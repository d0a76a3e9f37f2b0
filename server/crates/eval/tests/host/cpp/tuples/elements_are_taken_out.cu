#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto shape = make_shape(m, _8{}, make_shape(_4{}, n));
  //^ prints (40,_8,(_4,24))
  auto pair = Shape<_8, _4>{};
  //^ prints (_8,_4)
  auto x1 = get<2, 1>(shape);
  //^ prints 24
  auto x2 = select<0, 1>(shape);
  //^ prints (40,_8)
  auto x3 = take<0, 2>(shape);
  //^ prints (40,_8)
  auto x4 = depth(shape);
  //^ prints _2
  auto x5 = rank(shape);
  //^ prints _3
  auto x6 = size(shape);
  //^ prints 30720
  auto x7 = size<2>(shape);
  //^ prints 96
  auto x8 = back(shape);
  //^ prints 24
  auto x9 = front(shape);
  //^ prints 40
  auto x10 = take<1, -1>(make_shape(m, n, _8{}));
  //^ prints (24,_8)
  auto x11 = cute::get<0>(pair) * cute::get<1>(pair);
  //^ prints _32
  auto x12 = get<0>(make_shape(_8{}));
  //^ prints _8
  auto x13 = take<1, 1>(make_shape(m, n));
  //^ prints ()
}
