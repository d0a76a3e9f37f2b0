#include <cute/tensor.hpp>
using namespace cute;

void f() {
#ifdef FOO
  auto a = Int<6>{};
#else
  auto a = Int<8>{};
#endif
  auto l = make_layout(a);
  static_assert(size(l) == 8);
  //^ error static-assert-failed: the left side is 6, the right side is 8, if defined(FOO)
  auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, make_layout(a));
  //^ error shape-divisibility: the nearest sizes that work are 4 and 8, if defined(FOO)
}
