#include <cute/tensor.hpp>
using namespace cute;

void f(bool c) {
  if (c) {
    auto x = composition(make_layout(make_shape(4, 6), make_stride(6, 1)), make_layout(3, 3));
    //^ = (2,1):(18,1)
  }
}
