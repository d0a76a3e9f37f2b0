#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto rows = make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, _1{}));
  //^ prints (40,_8):(_8,_1)
  auto nested = make_layout(make_shape(_8{}, make_shape(_2{}, _4{})), LayoutRight{});
  //^ prints (_8,(_2,_4)):(_8,(_4,_1))
  auto ordered = make_ordered_layout(make_shape(_8{}, n, _2{}), Step<_2, _0, _1>{});
  //^ prints (_8,24,_2):(48,_1,24)
  auto a = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto x1 = select<1, 0>(rows);
  //^ prints (_8,40):(_1,_8)
  auto x2 = select<0>(rows);
  //^ prints (40):(_8)
  auto x3 = take<0, 1>(nested);
  //^ prints (_8):(_8)
  auto x4 = group<0, 2>(ordered);
  //^ prints ((_8,24),_2):((48,_1),24)
  auto x5 = append<3>(a);
  //^ prints (_8,_4,_1):(_1,_8,_0)
  auto x6 = append(a, Layout<_2, _32>{});
  //^ prints (_8,_4,_2):(_1,_8,_32)
  auto x7 = prepend(a, Layout<_2, _32>{});
  //^ prints (_2,_8,_4):(_32,_1,_8)
  auto x8 = replace<1>(a, Layout<_2, _32>{});
  //^ prints (_8,_2):(_1,_32)
  auto x9 = dice(make_step(_1{}, X{}), a);
  //^ prints (_8):(_1)
}
