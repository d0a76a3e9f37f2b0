#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto right = Layout<Shape<_8, _4>, Stride<_4, _1>>{};
  //^ prints (_8,_4):(_4,_1)
  auto x1 = complement(Layout<_4, _2>{}, _24{});
  //^ prints (_2,_3):(_1,_8)
  auto x2 = complement(Layout<_4, _2>{}, Layout<_24>{});
  //^ prints (_2,_3):(_1,_8)
  auto x3 = right_inverse(right);
  //^ prints (_4,_8):(_8,_1)
  auto x4 = left_inverse(right);
  //^ prints (_4,_8):(_8,_1)
  auto x5 = nullspace(Layout<Shape<_4, _8>, Stride<_0, _1>>{});
  //^ prints _4:_1
  auto x6 = right_inverse(make_layout(make_shape(m, n)));
  //^ prints 40:_1
}
