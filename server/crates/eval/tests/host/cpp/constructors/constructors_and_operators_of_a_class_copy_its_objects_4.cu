#include <cute/tensor.hpp>
using namespace cute;

struct B {
  int k = 1;
  B() = default;

  B(B const& o) : k(o.k + 1) {
  }
};

struct H {
  B b;
};

void f() {
  H h;
  H i = h;
  auto seen = make_layout(i.b.k);
  //^ unknown
}
