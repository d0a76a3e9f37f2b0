#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto right = Layout<Shape<_8, _4>, Stride<_4, _1>>{};
  //^ prints (_8,_4):(_4,_1)
  auto x1 = make_ordered_layout(make_shape(_8{}, _4{}, _2{}), make_step(_2{}, _0{}, _1{}));
  //^ prints (_8,_4,_2):(_8,_1,_4)
  auto x2 = make_ordered_layout(make_shape(_8{}, n, _2{}), Step<_2, _0, _1>{});
  //^ prints (_8,24,_2):(48,_1,24)
  auto x3 = make_identity_layout(make_shape(m, _8{}));
  //^ prints (40,_8):(_1@0,_1@1)
  auto x4 = make_layout_like(make_layout(make_shape(_4{}, _8{}), make_stride(_8{}, _1{})));
  //^ prints (_4,_8):(_8,_1)
  auto x5 = make_fragment_like(right);
  //^ prints (_8,(_4)):(_1,(_8))
  auto x6 = make_layout(Shape<_1, _8>{}, Stride<_7, _1>{});
  //^ prints (_1,_8):(_7,_1)
}
