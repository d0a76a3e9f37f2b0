#include <cute/tensor.hpp>
using namespace cute;

int main() {
#if defined(FOO)
  auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
  //^ error shape-divisibility
#endif
  return 0;
}
