#include <cute/tensor.hpp>
using namespace cute;

void f() {
  short narrow = 70000;
  unsigned wraps = 0u - 1u;
  long long wide = 3000000000LL;
  int negative = -3;
  auto numbers = make_shape(narrow, wraps);
  //^ = (narrow,wraps)
  auto held = make_shape(wide, negative);
  //^ = (3000000000,-3)
}
