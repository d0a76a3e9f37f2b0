#include <cute/tensor.hpp>
using namespace cute;

void f(int n) {
  auto tile = Int<4>{};
  auto make = [&](auto x) { return make_shape(x, tile); };
  auto shape = make(n);
  //^ = (n,4)
}
