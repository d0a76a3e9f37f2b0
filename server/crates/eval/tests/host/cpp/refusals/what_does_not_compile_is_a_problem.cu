#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* S) {
  auto a = make_layout(make_shape(_8{}, _4{}));
  a(1, 2, 3);
  //^ error rank-mismatch
  a(_, 2, 3);
  //^ error rank-mismatch
  a(make_coord(make_coord(1, _), 2));
  //^ error rank-mismatch
  layout<3>(a);
  //^ error rank-mismatch
  size<3>(a);
  //^ error rank-mismatch
  select<3>(a);
  //^ error rank-mismatch
  take<0, 3>(a);
  //^ error rank-mismatch
  append<1>(a);
  //^ error rank-mismatch
  coalesce(a, make_step(_1{}, _1{}, _1{}));
  //^ error rank-mismatch
  zipped_divide(a, make_tile(_4{}, _2{}, _2{}));
  //^ error rank-mismatch
  composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6, _1>{});
  //^ error shape-divisibility
  tile_to_shape(Layout<Shape<_8, _8>>{}, Shape<_12, _32>{});
  //^ error shape-divisibility
  shape_div(_40{}, _7{});
  //^ error shape-divisibility
  complement(Layout<Shape<_2, _2>, Stride<_1, _1>>{}, _24{});
  //^ error non-injective
  Swizzle<4, 3, 3>{}(5);
  //^ error invalid-swizzle
  make_ordered_layout(make_shape(_8{}, _4{}), make_step(_0{}));
  //^ error rank-mismatch
  make_tensor(make_gmem_ptr(S), a)(_, _, 0);
  //^ error rank-mismatch
  local_tile(make_tensor(make_gmem_ptr(S), a), Shape<_8, _2, _4>{}, make_coord(0, 0, 0));
  //^ error rank-mismatch
}
