#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto rows = make_layout(Shape<_4, _8>{}, LayoutRight{});
  //^ = (4,8):(8,1)
}
