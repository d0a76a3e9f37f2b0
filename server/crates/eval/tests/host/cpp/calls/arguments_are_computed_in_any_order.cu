#include <cute/tensor.hpp>
using namespace cute;

int grow(int& x) {
  x += 10;
  return 4;
}

void f() {
  int x = 5, y = 6;
  auto both = make_shape(grow(x), x);
  //^ unknown
  auto other = make_shape(grow(x), y);
  //^ = (4,6)
  int z = 1;
  auto set = [&](int v) {
    z = v;
    return v;
  };
  auto twice = make_shape(set(3), set(4));
  //^ = (3,4)
  auto left = make_layout(z);
  //^ = z:1
}
