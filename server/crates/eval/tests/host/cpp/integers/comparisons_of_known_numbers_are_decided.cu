#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int m = 40;
  auto x1 = Int<2>{} < Int<3>{};
  //^ prints true
  auto x2 = m < 41;
  //^ prints true
  auto x3 = Int<2>{} == Int<2>{};
  //^ prints true
  auto x4 = Int<6>{} && true_type{};
  //^ prints true
  auto x5 = true_type{} || false_type{};
  //^ prints true
}
