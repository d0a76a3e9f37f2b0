#include <cute/tensor.hpp>
using namespace cute;

void f(int n) {
  int x = 4;
  while (n > 0) {
    auto inside = make_shape(x);
    //^ = (x)
    x = x * 2;
    n = n - 1;
  }
  auto behind = make_shape(x);
  //^ = (x)
}
