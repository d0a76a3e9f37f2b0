#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto a = Layout<Layout<_3, _1>, Layout<_4, _3>>{};
  //^ unknown
  auto b = Layout<Shape<_3, _4>, Layout<_4, _3>>{};
  //^ unknown
  auto c = Layout<Shape<_3, _4>, Stride<_4, _1>>{};
  //^ = (3,4):(4,1)
}
