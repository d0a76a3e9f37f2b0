// What only nvcc reads in the head of a lambda.
#include <cute/tensor.hpp>
using namespace cute;

#ifndef __CUDACC__
#define __device__
#define __host__
#endif

void f() {
  auto square = [=] __device__(auto n) { return make_layout(make_shape(n, n)); };
  auto both = [] __host__ __device__(auto n) -> decltype(auto) { return make_layout(make_shape(n, _2{})); };
  auto of_device = square(_4{});
  //^ = (4,4):(1,4)
  auto of_both = both(_3{});
  //^ = (3,2):(1,3)
}
