#include <cute/tensor.hpp>
using namespace cute;

struct A {
  int v = 1;

  A& operator=(A const& o) {
    v += o.v;
    return *this;
  }
};

struct H {
  A a;
};

void f() {
  H x, y;
  x = y;
  auto seen = make_layout(x.a.v);
  //^ = ?:1
}
