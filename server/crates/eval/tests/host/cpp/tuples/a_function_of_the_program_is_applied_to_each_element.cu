#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = transform(make_shape(_4{}, _8{}), [](auto x) { return x * Int<2>{}; });
  //^ x1 prints (_8,_16)
  auto x2 = transform(make_shape(_4{}, 6), make_shape(_2{}, _3{}), [](auto a, auto b) { return a / b; });
  //^ x2 prints (_2,2)
  auto x3 = transform_leaf(make_shape(_4{}, make_shape(_6{}, 8)), [](auto a) { return a + _1{}; });
  //^ x3 prints (_5,(_7,9))
}
