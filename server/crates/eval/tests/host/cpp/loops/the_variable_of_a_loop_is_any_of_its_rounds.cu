#include <cute/tensor.hpp>
using namespace cute;

void f() {
  for (int i = 0; i < 4; ++i) {
    auto shape = make_shape(i, 4);
    //^ = (i,4)
  }
}
