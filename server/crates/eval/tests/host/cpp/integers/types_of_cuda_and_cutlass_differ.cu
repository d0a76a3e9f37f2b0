#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = is_same_v<half_t, __half>;
  //^ prints false
  auto x2 = is_same_v<half_t, cutlass::half_t>;
  //^ prints true
  auto x3 = is_same_v<int, int32_t>;
  //^ prints true
  auto x4 = is_same_v<int64_t, long long>;
  //^ prints false
  auto x5 = sizeof(__half);
  //^ prints 2
}
