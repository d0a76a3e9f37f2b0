#include <cute/tensor.hpp>
using namespace cute;

struct Sizes {
  int a = 2;
  int b = a * 2;
  int c = 3;

  Sizes(int v) : a(v) {
  }
};

void f() {
  Sizes s(7);
  auto known = make_shape(s.a, s.c);
  //^ = (7,3)
  auto open = make_layout(s.b);
  //^ unknown
}
