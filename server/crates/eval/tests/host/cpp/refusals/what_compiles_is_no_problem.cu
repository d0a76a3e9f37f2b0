#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto a = make_layout(make_shape(_8{}, _4{}));
  //^ = (8,4):(1,8)
  make_layout(make_shape(_0{}, _8{}));
  make_layout(make_shape(_4{}, _8{}), make_stride(_1{}));
  Layout<Shape<_4, Shape<_2>>, Stride<_1, Stride<_8, _0>>>{};
  replace<2>(a, a);
  a(40);
  a.with_shape(_64{});
  tile_to_shape(Layout<_8>{}, Shape<_16, _32>{});
}
