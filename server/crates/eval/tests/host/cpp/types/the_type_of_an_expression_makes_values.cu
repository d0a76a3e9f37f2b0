#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  auto L = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto x1 = decltype(size<1>(L)){};
  //^ prints _4
  auto x2 = decltype(L){}(3, 2);
  //^ prints 19
  auto x3 = decltype(make_shape(_4{}, m)){make_shape(_4{}, 7)};
  //^ prints (_4,7)
}
