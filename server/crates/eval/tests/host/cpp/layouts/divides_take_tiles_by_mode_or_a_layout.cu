#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto a = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto rows = make_layout(make_shape(m, Int<8>{}), make_stride(Int<8>{}, _1{}));
  //^ prints (40,_8):(_8,_1)
  auto x1 = logical_divide(a, Layout<_4>{});
  //^ prints (_4,_8):(_1,_4)
  auto x2 = logical_divide(a, make_tile(_4{}, _2{}));
  //^ prints ((_4,_2),(_2,_2)):((_1,_4),(_8,_16))
  auto x3 = zipped_divide(a, make_tile(_4{}, _2{}));
  //^ prints ((_4,_2),(_2,_2)):((_1,_8),(_4,_16))
  auto x4 = tiled_divide(rows, make_tile(_4{}, _2{}));
  //^ prints ((_4,_2),10,_4):((_8,_1),_32,_2)
  auto x5 = flat_divide(rows, Shape<_4, _2>{});
  //^ prints (_4,_2,10,_4):(_8,_1,_32,_2)
  auto x6 = zipped_divide(a, Shape<_4, _2>{});
  //^ prints ((_4,_2),(_2,_2)):((_1,_8),(_4,_16))
  auto x7 = zipped_divide(a, make_tile(_3{}, _2{}));
  //^ prints ((_3,_2),(_3,_2)):((_1,_8),(_3,_16))
  //^ warning needs-predicate
  auto x8 = logical_divide(a, Layout<_3>{});
  //^ prints (_3,_11):(_1,_3)
  //^ warning needs-predicate
  auto x9 = flat_divide(a, make_tile(_4{}, _8{}));
  //^ prints (_4,_8,_2,_1):(_1,_8,_4,_0)
  //^ warning needs-predicate
  auto x10 = zipped_divide(make_layout(make_shape(m, n)), make_tile(_7{}, _5{}));
  //^ prints ((_7,_5),(6,5)):((_1,40),(_7,200))
  //^ warning needs-predicate: covers 1050 of 960
  auto x11 = tiled_divide(a, _3{});
  //^ prints (_3,_11):(_1,_3)
  //^ warning needs-predicate
  auto x12 = tiled_divide(a, Shape<_4>{});
  //^ prints ((_4),_2,_4):((_1),_4,_8)
}
