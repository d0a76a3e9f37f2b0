#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto a = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto row_major = make_layout(make_shape(m, n), LayoutRight{});
  //^ prints (40,24):(24,_1)
  auto x1 = composition(a, Layout<_8, _2>{});
  //^ prints _8:_2
  auto x2 = composition(a, make_tile(_4{}, _2{}));
  //^ prints (_4,_2):(_1,_8)
  auto x3 = composition(a, make_tile(Layout<_4, _2>{}, Layout<_2, _1>{}));
  //^ prints (_4,_2):(_2,_8)
  auto x4 = composition(row_major, make_tile(Layout<_4, _2>{}, _));
  //^ prints (_4,24):(48,_1)
  auto x5 = a.compose(Layout<_4, _2>{}, _);
  //^ prints (_4,_4):(_2,_8)
  auto x6 = a.compose(Layout<_8, _2>{});
  //^ prints _8:_2
  auto x7 = a.with_shape(_4{}, _8{});
  //^ prints (_4,_8):(_1,_4)
  auto x8 = a.with_shape(make_shape(_16{}, _2{}));
  //^ prints (_16,_2):(_1,_16)
  auto x9 = a.with_shape(_64{});
  //^ prints _64:_1
  auto x10 = a.with_shape(_24{}, _2{});
  //^ prints (_24,_2):(_1,_24)
}
