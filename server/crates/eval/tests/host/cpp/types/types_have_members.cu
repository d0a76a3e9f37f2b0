#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto L = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto x1 = Layout<Shape<_8, _4>>::rank;
  //^ prints 2
  auto x2 = rank_v<Shape<_8, _4>>;
  //^ prints 2
  auto x3 = depth(Shape<_8, Shape<_4, _2>>{});
  //^ prints _2
  auto x4 = tuple_size<decltype(shape(L))>::value;
  //^ prints 2
  auto x5 = Layout<Shape<_2, Shape<_2, _2>>, Stride<_4, Stride<_2, _1>>>{}(1, make_coord(0, 1));
  //^ prints 5
}
