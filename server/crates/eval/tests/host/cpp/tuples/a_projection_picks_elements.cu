#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = dice(make_step(_1{}, X{}, _1{}), make_shape(_4{}, _8{}, _16{}));
  //^ prints (_4,_16)
}
