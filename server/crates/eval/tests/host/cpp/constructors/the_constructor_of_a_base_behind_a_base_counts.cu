#include <cute/tensor.hpp>
using namespace cute;

struct A {
  int v = 2;
};

struct B : A {
  B() {
    v = 4;
  }
};

struct C : B {
  int w = 8;
};

void f() {
  C c;
  auto seen = make_layout(c.v);
  //^ = c.v:1
}
