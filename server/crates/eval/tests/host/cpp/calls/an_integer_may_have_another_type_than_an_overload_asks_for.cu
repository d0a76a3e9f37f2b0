#include <cute/tensor.hpp>
using namespace cute;

auto pick(int) {
  return Int<1>{};
}

template <class T>
auto pick(T) {
  return Int<2>{};
}

void f(long n) {
  auto a = make_shape(pick(n));
  //^ unknown
}
