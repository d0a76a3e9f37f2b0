#include <cute/tensor.hpp>
using namespace cute;

struct B {
  int k = 1;
  B() = default;

  template <class U>
  B(U&&) : k(5) {
  }
};

void f() {
  B b;
  B c = b;
  auto seen = make_layout(c.k);
  //^ unknown
}
