#include <cute/tensor.hpp>
using namespace cute;

template <class T>
auto pick(T const* p, int n) {
  return Int<1>{};
}

auto pick(half_t const* p, int n) {
  return Int<2>{};
}

void f(half_t const* h, float const* x, int n) {
  auto a = make_shape(pick(h, n));
  //^ = (2)
  auto b = make_shape(pick(x, n));
  //^ = (1)
}
