#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto a = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto rows = make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, _1{}));
  //^ prints (40,_8):(_8,_1)
  auto x1 = make_layout(make_shape(_8{}, 4));
  //^ prints (_8,4):(_1,_8)
  auto x2 = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});
  //^ prints (_8,(_2,_4)):(_8,(_4,_1))
  auto x3 = make_layout(make_shape(m, n), LayoutRight{});
  //^ prints (40,24):(24,_1)
  auto x4 = make_layout(make_shape(m, n), GenColMajor{});
  //^ prints (40,24):(_1,40)
  auto x5 = make_layout(a, rows);
  //^ prints ((_8,_4),(40,_8)):((_1,_8),(_8,_1))
  auto x6 = make_layout(_8{});
  //^ prints _8:_1
  auto x7 = make_layout(8);
  //^ prints 8:_1
  auto x8 = make_layout(m);
  //^ prints 40:_1
  auto x9 = make_layout(make_layout(_4{}, _2{}), make_layout(_8{}, _1{}));
  //^ prints (_4,_8):(_2,_1)
  auto x10 = make_layout(Int<6>{}, m);
  //^ prints _6:40
}
