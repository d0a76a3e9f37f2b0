#include <cute/tensor.hpp>
using namespace cute;

template <class T>
void g(T) {
  auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
  //^ error shape-divisibility
}

void f(bool c) {
  if (c)
    g(1);
}
