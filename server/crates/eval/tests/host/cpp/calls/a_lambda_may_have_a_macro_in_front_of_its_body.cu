// Values: CuTe's headers, compiled.
#include <cute/tensor.hpp>
using namespace cute;

#define FORCE_INLINED __attribute__((always_inline))

void f() {
  auto rows = [&](int n) FORCE_INLINED {
    auto layout = make_layout(make_shape(_4{}, n), LayoutRight{});
    return layout;
  };
  auto layout = rows(3);
  //^ = (4,3):(3,1)
}
