#include <cute/tensor.hpp>
using namespace cute;

void f() {
#ifdef ROW
  auto major = LayoutRight{};
#else
  auto major = LayoutLeft{};
#endif
#ifdef ROW
  auto extent = Int<4>{};
#else
  auto extent = Int<8>{};
#endif
  auto layout = make_layout(make_shape(extent, extent), major);
  //^ = (4,4):(4,1) [defined(ROW)]
  //^ = (8,8):(1,8) [not defined(ROW)]
}
