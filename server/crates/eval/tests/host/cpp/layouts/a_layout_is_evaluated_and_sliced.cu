#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  auto nested = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});
  //^ prints (_8,(_2,_4)):(_8,(_4,_1))
  auto rows = make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, _1{}));
  //^ prints (40,_8):(_8,_1)
  auto a = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto x1 = nested(3);
  //^ prints 24
  auto x2 = nested(1, 2);
  //^ prints 9
  auto x3 = nested(_, 2);
  //^ prints (_8):(_8)
  auto x4 = nested(1, make_coord(_, 2));
  //^ prints (_2):(_4)
  auto x5 = rows(_, 2);
  //^ prints (40):(_8)
  auto x6 = rows(3, _);
  //^ prints (_8):(_1)
  auto x7 = nested(_1{}, _2{});
  //^ prints _9
  auto x8 = rows(_1{}, _2{});
  //^ prints _10
  auto x9 = slice(make_coord(_, _2{}), a);
  //^ prints (_8):(_1)
  auto x10 = a(make_coord(_, 2));
  //^ prints (_8):(_1)
}
