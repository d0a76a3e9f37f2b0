#include <cute/tensor.hpp>
using namespace cute;

struct B {
  int k = 1;
  B() = default;

  B(B const& o) : k(o.k + 1) {
  }
};

void f() {
  B b;
  B c = b;
  auto seen = make_layout(c.k);
  //^ unknown
}
