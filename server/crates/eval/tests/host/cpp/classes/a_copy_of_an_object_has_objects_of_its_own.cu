#include <cute/tensor.hpp>
using namespace cute;

struct Inner {
  int x = 1;
};

struct Outer {
  Inner in;
  int z = 3;
};

void by_value(Outer o) {
  o.in.x = 50;
}

void f() {
  Outer a;
  Outer b = a;
  b.in.x = 9;
  by_value(a);
  Outer c;
  c = a;
  c.z = 11;
  auto of_original = make_shape(a.in.x, a.z);
  //^ = (1,3)
  auto of_copy = make_shape(b.in.x, c.z);
  //^ = (9,11)
  Inner given{7};
  Outer made{given, 3};
  given.x = 8;
  auto of_field = make_shape(made.in.x, given.x);
  //^ = (7,8)
  auto [part, other] = make_tuple(a, b);
  part.z = 70;
  auto of_part = make_shape(a.z, part.z);
  //^ = (3,70)
}
