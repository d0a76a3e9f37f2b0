#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto x1 = make_shape(m, _8{}, make_shape(_4{}, n));
  //^ prints (40,_8,(_4,24))
  auto x2 = Shape<_8, _4>{};
  //^ prints (_8,_4)
  auto x3 = Shape<int, _4>{m, _4{}};
  //^ prints (40,_4)
  auto x4 = Stride<_1, int>{_1{}, 5};
  //^ prints (_1,5)
  auto x5 = make_coord(_, 1, _0{});
  //^ prints (_,1,_0)
  auto x6 = make_tile(_8{}, Layout<_4, _2>{});
  //^ prints (_8,_4:_2)
  auto x7 = get<1>(make_tuple(_4{}, make_tuple(_8{}, 1)));
  //^ prints (_8,1)
}
