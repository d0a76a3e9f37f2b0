#include <cute/tensor.hpp>
using namespace cute;

struct Bits {
  unsigned n : 3;
};

void f1() {
  Bits b{};
  b.n = 9;
  auto seen = make_layout(b.n);
  //^ unknown
}

void f2() {
  Bits b{9};
  auto seen = make_layout(b.n);
  //^ unknown
}
