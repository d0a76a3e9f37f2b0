#include <cute/tensor.hpp>
using namespace cute;

void f(bool c) {
  if (c) {
    auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
    //^ error shape-divisibility
  } else {
    auto y = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
    //^ error shape-divisibility
  }
}
