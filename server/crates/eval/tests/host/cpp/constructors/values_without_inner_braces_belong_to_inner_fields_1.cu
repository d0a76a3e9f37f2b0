#include <cute/tensor.hpp>
using namespace cute;

struct S {
  int m, n;
};

struct C {
  S s;
  int k = 5;
};

void f1() {
  C c{64, 32, 3};
  auto seen = make_layout(c.k);
  //^ unknown
}

void f2() {
  C c{{64, 32}, 3};
  auto seen = make_layout(c.k, c.s.n);
  //^ = 3:32
}
