#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = logical_product(Layout<Shape<_2, _2>>{}, Layout<_4>{});
  //^ prints ((_2,_2),_4):((_1,_2),_4)
  auto x2 = blocked_product(Layout<Shape<_2, _2>>{}, Layout<Shape<_4, _3>>{});
  //^ prints ((_2,_4),(_2,_3)):((_1,_4),(_2,_16))
  auto x3 = raked_product(Layout<Shape<_2, _2>>{}, Layout<Shape<_4, _3>, Stride<_3, _1>>{});
  //^ prints ((_4,_2),(_3,_2)):((_12,_1),(_4,_2))
  auto x4 = zipped_product(Layout<Shape<_2, _2>>{}, Layout<_4>{});
  //^ prints ((_2,_2),_4):((_1,_2),_4)
  auto x5 = blocked_product(Layout<Shape<_2, _2>>{}, Layout<Shape<_4, _3, _2>>{});
  //^ prints ((_2,_4),(_2,_3),(_1,_2)):((_1,_4),(_2,_16),(_0,_48))
  auto x6 = logical_product(Layout<Shape<_2, _2>>{}, make_tile(_4{}, _2{}));
  //^ prints ((_2,_4),(_2,_2)):((_1,_2),(_2,_1))
  auto x7 = raked_product(Layout<Shape<_2, _2>>{}, Layout<_4>{});
  //^ prints ((_4,_2),(_1,_2)):((_4,_1),(_0,_2))
}
