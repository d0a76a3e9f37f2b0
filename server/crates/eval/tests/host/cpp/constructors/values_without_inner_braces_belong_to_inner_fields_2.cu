#include <cute/tensor.hpp>
using namespace cute;

struct C {
  int m[2];
  int k;
};

void f() {
  C c{64, 32, 3};
  auto seen = make_layout(c.k);
  //^ unknown
}
