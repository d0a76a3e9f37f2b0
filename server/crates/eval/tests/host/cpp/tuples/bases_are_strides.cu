#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  auto x1 = E<0>{} * Int<4>{};
  //^ prints _4@0
  auto x2 = make_layout(make_shape(_4{}, _8{}), make_stride(E<0>{}, E<1>{}));
  //^ prints (_4,_8):(_1@0,_1@1)
  auto x3 = make_layout(make_shape(m, _8{}), make_stride(E<1>{}, E<0>{}));
  //^ prints (40,_8):(_1@1,_1@0)
}
