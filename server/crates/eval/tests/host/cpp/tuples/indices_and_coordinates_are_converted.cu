#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = idx2crd(9, make_shape(_4{}, _8{}));
  //^ prints (1,2)
  auto x2 = crd2idx(make_coord(1, 2), make_shape(_4{}, _8{}));
  //^ prints 9
  auto x3 = crd2idx(make_coord(1, 2), make_shape(_4{}, _8{}), make_stride(_8{}, _1{}));
  //^ prints 10
  auto x4 = elem_less(make_coord(1, 2), make_coord(3, 4));
  //^ prints true
  auto x5 = idx2crd(99, make_shape(_4{}, _8{}));
  //^ prints (3,24)
}
