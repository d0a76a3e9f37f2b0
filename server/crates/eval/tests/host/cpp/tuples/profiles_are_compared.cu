#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  const int n = 24;
  auto pair = Shape<_8, _4>{};
  //^ prints (_8,_4)
  auto x1 = congruent(pair, make_shape(m, n));
  //^ prints true
  auto x2 = evenly_divides(make_shape(_4{}, _8{}), make_shape(_2{}, _4{}));
  //^ prints true
  auto x3 = compatible(make_shape(_4{}, _8{}), make_shape(_4{}, make_shape(_2{}, _4{})));
  //^ prints true
}
