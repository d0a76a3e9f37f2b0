#include <cute/tensor.hpp>
using namespace cute;

template <class T>
auto pick(T const&) {
  return Int<1>{};
}

template <int N>
auto pick(Int<N>) {
  return Int<2>{};
}

auto pick(int) {
  return Int<3>{};
}

void f() {
  auto a = make_shape(pick(Int<9>{}));
  //^ = (2)
  auto b = make_shape(pick(Layout<_4>{}));
  //^ = (1)
}
