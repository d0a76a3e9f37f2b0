#include <cute/tensor.hpp>
using namespace cute;

void f(bool c, int n) {
  int x = 1;
  if (c) {
    x = 8;
  } else {
    x = 8;
  }
  auto same = make_shape(x);
  //^ = (8)
  auto chosen = make_layout(c ? Int<4>{} : Int<4>{});
  //^ = 4:1
}
