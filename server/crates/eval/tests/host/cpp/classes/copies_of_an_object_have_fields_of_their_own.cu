#include <cute/tensor.hpp>
using namespace cute;

struct Params {
  int m = 4;
};

void f() {
  Params a;
  Params b = a;
  b.m = 8;
  auto x = make_shape(a.m, b.m);
  //^ = (4,8)
  Params& c = a;
  c.m = 2;
  auto y = make_shape(a.m);
  //^ = (2)
}
