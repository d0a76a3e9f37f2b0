#include <cute/tensor.hpp>
using namespace cute;

#define TWICE(n) 2 * n
#define MORE 1 + 2

void f() {
  auto open = make_shape(Int<TWICE(1 + 2)>{});
  //^ unknown
  auto product = make_shape(Int<MORE * 3>{});
  //^ unknown
  auto closed = make_shape(Int<TWICE(3)>{}, Int<MORE>{});
  //^ = (6,3)
}
