#include <cute/tensor.hpp>
using namespace cute;

struct T {
  int c = 0;

  T() {
    c += 1;
  }
};

struct H {
  T t;
};

void main() {
  H h;
  auto seen = make_layout(h.t.c);
  //^ = 1:1
}
