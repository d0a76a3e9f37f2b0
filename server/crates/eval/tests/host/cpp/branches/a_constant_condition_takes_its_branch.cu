#include <cute/tensor.hpp>
using namespace cute;

template <bool kRow>
auto layout() {
  if constexpr (kRow) {
    return make_layout(Shape<_4, _8>{}, LayoutRight{});
  } else {
    return make_layout(Shape<_4, _8>{});
  }
}

void f() {
  auto row = layout<true>();
  //^ = (4,8):(8,1)
  auto column = layout<false>();
  //^ = (4,8):(1,4)
}
