#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto x1 = Layout<Shape<_8, _4>, Stride<_4, _1>>{};
  //^ prints (_8,_4):(_4,_1)
  auto x2 = Layout<Shape<_8, _4>>{};
  //^ prints (_8,_4):(_1,_8)
  auto x3 = Layout<_128>{};
  //^ prints _128:_1
  auto x4 = Layout<Shape<int, _4>, Stride<_1, int>>{make_shape(m, _4{}), make_stride(_1{}, n)};
  //^ prints (40,_4):(_1,24)
  auto x5 = Layout<Shape<_4, Shape<_2, _4>>, Stride<_8, Stride<_1, _2>>>{};
  //^ prints (_4,(_2,_4)):(_8,(_1,_2))
}
