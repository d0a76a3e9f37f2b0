#include <cute/tensor.hpp>
using namespace cute;

void f(bool c) {
  int x = 4;
  if (c) {
    x = 8;
    return;
  }
  auto shape = make_shape(x);
  //^ = (4)
}
