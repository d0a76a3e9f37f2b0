#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto x = composition(Layout<Shape<_6, _2>, Stride<_8, _2>>{}, Layout<_4, _5>{});
  //^ error accepted-but-wrong
}
