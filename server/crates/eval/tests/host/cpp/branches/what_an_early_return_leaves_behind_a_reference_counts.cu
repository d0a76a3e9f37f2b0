#include <cute/tensor.hpp>
using namespace cute;

void set(int& x, bool c) {
  if (c) {
    x = 7;
    return;
  }
  x = 9;
}

void f(bool c) {
  int y = 1;
  set(y, c);
  auto shape = make_shape(y);
  //^ = (y)
}
