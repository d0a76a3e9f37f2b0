#include <cute/tensor.hpp>
using namespace cute;

struct Base {
  int x = 1;
};

struct Derived : Base {
  int y = 3;
};

void f() {
  Derived d{{7}, 9};
  auto a = make_shape(d.y);
  //^ unknown
  Derived e;
  auto b = make_shape(e.y);
  //^ = (3)
}
