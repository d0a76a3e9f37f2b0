#include <cute/tensor.hpp>
using namespace cute;

struct B {
  int k = 1;
  B() = default;

  B(B&& o) : k(o.k) {
    o.k = 0;
  }
};

void f() {
  B b;
  B c = std::move(b);
  auto seen = make_layout(b.k);
  //^ unknown
}
