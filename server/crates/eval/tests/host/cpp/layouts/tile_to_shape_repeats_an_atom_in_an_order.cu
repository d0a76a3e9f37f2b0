#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Shape<_16, _32>{});
  //^ prints ((_8,_2),(_8,_4)):((_8,_64),(_1,_128))
  auto x2 = tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Shape<_16, _32>{}, Step<_2, _1>{});
  //^ prints ((_8,_2),(_8,_4)):((_8,_256),(_1,_64))
  auto x3 = tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, make_shape(_16{}, _32{}, _3{}));
  //^ prints ((_8,_2),(_8,_4),(_1,_3)):((_8,_64),(_1,_128),(_0,_512))
  auto x4 = tile_to_shape(Layout<_8>{}, Shape<_16, _32>{});
  //^ prints ((_8,_2),(_1,_32)):((_1,_8),(_0,_16))
}
