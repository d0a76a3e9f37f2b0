#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  auto a = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto rows = make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, _1{}));
  //^ prints (40,_8):(_8,_1)
  auto nested = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});
  //^ prints (_8,(_2,_4)):(_8,(_4,_1))
  auto x1 = size(a);
  //^ prints _32
  auto x2 = size(rows);
  //^ prints 320
  auto x3 = size<0>(rows);
  //^ prints 40
  auto x4 = size<1>(nested);
  //^ prints _8
  auto x5 = shape<1>(nested);
  //^ prints (_2,_4)
  auto x6 = stride<0>(rows);
  //^ prints _8
  auto x7 = rank(nested);
  //^ prints _2
  auto x8 = depth(nested);
  //^ prints _2
  auto x9 = cosize(nested);
  //^ prints _64
  auto x10 = cosize(rows);
  //^ prints 320
  auto x11 = rank<1>(nested);
  //^ prints _2
  auto x12 = shape<1, 0>(nested);
  //^ prints _2
  auto x13 = size<1, 1>(nested);
  //^ prints _4
  auto x14 = layout<1>(nested);
  //^ prints (_2,_4):(_4,_1)
  auto x15 = layout<1, 0>(nested);
  //^ prints _2:_4
  auto x16 = get<0>(nested.shape());
  //^ prints _8
  auto x17 = get<1, 0>(shape(nested));
  //^ prints _2
  auto x18 = nested.stride();
  //^ prints (_8,(_4,_1))
}
