#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = conditional_return<true>(_4{}, _8{});
  //^ prints _4
  auto x2 = conditional_return(false_type{}, _4{}, _8{});
  //^ prints _8
  auto x3 = repeat_like(make_shape(_4{}, make_shape(_2{}, 3)), _1{});
  //^ prints (_1,(_1,_1))
}
