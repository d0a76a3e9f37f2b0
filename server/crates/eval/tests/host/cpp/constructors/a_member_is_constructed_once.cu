#include <cute/tensor.hpp>
using namespace cute;

int c = 0;

struct T {
  T() {
    c += 1;
  }
};

struct H {
  T t;
};

void main() {
  H h;
  auto seen = make_layout(c);
  //^ = 1:1
}
