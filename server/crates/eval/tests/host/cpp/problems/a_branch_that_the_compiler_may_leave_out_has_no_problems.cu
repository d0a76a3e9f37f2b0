#include <cute/tensor.hpp>
using namespace cute;

template <bool C>
void f() {
  if constexpr (C) {
    auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
    //^ unknown
  }
}
