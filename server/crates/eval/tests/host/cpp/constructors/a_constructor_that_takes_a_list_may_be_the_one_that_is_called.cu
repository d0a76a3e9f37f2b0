#include <cute/tensor.hpp>
using namespace cute;

struct I {
  int k;

  I(std::initializer_list<int> l) : k(100) {
  }

  I(int a, int b) : k(a + b) {
  }
};

void f() {
  I i{1, 2};
  auto seen = make_layout(i.k);
  //^ unknown
}
