#include <cute/tensor.hpp>
using namespace cute;

void f() {
  int x = 4;
  auto layout = make_layout(Shape<_4, _8>{});
  for (int i = 0; i < 4; ++i) {
    auto inside = make_shape(x);
    //^ = (4)
    layout = make_layout(Shape<_4, _8>{});
  }
  auto behind = layout;
  //^ = (4,8):(1,4)
}
