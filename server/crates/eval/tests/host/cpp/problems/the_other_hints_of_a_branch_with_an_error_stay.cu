#include <cute/tensor.hpp>
using namespace cute;

void f(bool c) {
  if (c) {
    auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
    //^ unknown
    //^ error shape-divisibility
    auto y = make_layout(Shape<_2, _3>{});
    //^ = (2,3):(1,2)
  }
}
