#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto shape = make_shape(m, _8{}, make_shape(_4{}, n));
  //^ prints (40,_8,(_4,24))
  auto x1 = flatten(shape);
  //^ prints (40,_8,_4,24)
  auto x2 = product(shape);
  //^ prints 30720
  auto x3 = product_each(shape);
  //^ prints (40,_8,96)
  auto x4 = max(make_shape(_4{}, _8{}));
  //^ prints _8
  auto x5 = flatten(_8{});
  //^ prints _8
  auto x6 = depth(_8{});
  //^ prints _0
  auto x7 = rank(_8{});
  //^ prints _1
  auto x8 = size(m);
  //^ prints 40
}
