#include <cute/tensor.hpp>
using namespace cute;

#define NOTHING

struct S {
  int a = 4;
  int b = 5;

  S() : a NOTHING(9) {
  }
};

void main() {
  S s;
  auto initialized = make_layout(s.a);
  //^ = s.a:1
  auto other = make_layout(s.b);
  //^ = 5:1
}
