#include <cute/tensor.hpp>
using namespace cute;

int twice(int n, bool c) {
  if (c)
    return 2 * n;
  return n + n;
}

int other(int n, bool c) {
  if (c)
    return 2 * n;
  return n;
}

void f(int n, bool c) {
  auto a = make_shape(twice(n, c));
  //^ = (2*n)
  auto b = make_shape(other(n, c));
  //^ = (?)
}
