#include <cute/tensor.hpp>
using namespace cute;

int& pass(int& x) {
  return x;
}

struct Pair {
  int a;
  int b;

  int& second() {
    return b;
  }
};

void f() {
  int z = 7;
  int& other = pass(z);
  other = 19;
  auto of_variable = make_layout(z);
  //^ = z:1
  Pair p{1, 2};
  auto& b = p.second();
  b = 5;
  auto of_field = make_layout(make_shape(p.a, p.b));
  //^ = (?,?):(1,?)
}
