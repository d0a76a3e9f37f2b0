#include <cute/tensor.hpp>
using namespace cute;

void f() {
#ifdef DEBUG
  auto x = Int<4>{};
  printf("debug");
#else
  auto x = Int<4>{};
#endif
  auto shape = make_shape(x);
  //^ = (4)
}
