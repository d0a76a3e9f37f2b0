#include <cute/tensor.hpp>
using namespace cute;

struct Base {
  int n = 4;

  auto size() const {
    return Int<1>{};
  }
};

struct Derived : Base {
  auto size() const {
    return Int<2>{};
  }
};

void f() {
  Derived d;
  Base part = d;
  auto a = make_shape(d.size());
  //^ = (2)
  auto b = make_shape(part.size());
  //^ = (1)
}
