#include <cute/tensor.hpp>
using namespace cute;

int deeper(int n) {
  return deeper(n + 1);
}

void f(int n) {
  auto shape = make_shape(deeper(n), 4);
  auto other = make_shape(n);
  //^ = (n)
}
