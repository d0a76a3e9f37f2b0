#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int n = 24;
  auto nested = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});
  //^ prints (_8,(_2,_4)):(_8,(_4,_1))
  auto a = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto x1 = flatten(nested);
  //^ prints (_8,_2,_4):(_8,_4,_1)
  auto x2 = coalesce(nested);
  //^ prints (_8,_2,_4):(_8,_4,_1)
  auto x3 = coalesce(make_layout(make_shape(_2{}, _4{}, n), make_stride(_1{}, _2{}, _8{})));
  //^ prints (_8,24):(_1,_8)
  auto x4 = coalesce(a, Step<_1, _1>{});
  //^ prints (_8,_4):(_1,_8)
  auto x5 = filter(Layout<Shape<_4, _8, _1>, Stride<_0, _1, _3>>{});
  //^ prints _8:_1
  auto x6 = filter_zeros(Layout<Shape<_4, _8>, Stride<_0, _1>>{});
  //^ prints (_1,_8):(_0,_1)
  auto x7 = coalesce(make_layout(make_shape(_4{}, 1), make_stride(_1{}, _4{})));
  //^ prints (_4,1):(_1,_4)
  auto x8 = coalesce(Layout<_1, _5>{});
  //^ prints _1:_0
}
