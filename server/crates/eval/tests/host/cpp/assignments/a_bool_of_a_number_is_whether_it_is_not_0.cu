#include <cute/tensor.hpp>
using namespace cute;

void f(int n) {
  bool nine = 9;
  bool none = 0;
  int from_nine = nine ? 16 : 2;
  int from_none = none ? 16 : 2;
  auto layout = make_layout(make_shape(from_nine, from_none));
  //^ = (16,2):(1,16)
  bool open = n;
  auto shape = make_shape(open ? 4 : 8);
  //^ = (?)
}
