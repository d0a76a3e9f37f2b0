#include <cute/tensor.hpp>
using namespace cute;

void write(int* p) {
  *p = 29;
}

void f() {
  int x = 5;
  auto* p = &x;
  x = 6;
  write(p);
  auto a = make_layout(x);
  //^ = x:1
}
