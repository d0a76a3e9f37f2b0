#include <cute/tensor.hpp>
using namespace cute;

auto size(int a, int b, int c) {
  return Int<3>{};
}

void f() {
  auto mine = size(1, 2, 3);
  //^ = 3
  auto of_library = size(Shape<_4, _8>{});
  //^ = 32
}
