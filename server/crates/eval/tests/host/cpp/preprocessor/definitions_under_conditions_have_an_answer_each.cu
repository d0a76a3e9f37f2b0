#include <cute/tensor.hpp>
using namespace cute;

#if defined(BIG)
constexpr int kTile = 128;
//^ = 128
#else
constexpr int kTile = 64;
//^ = 64
#endif
void f() {
  auto shape = make_shape(Int<kTile>{}, Int<8>{});
  //^ = (128,8) [defined(BIG)]
  //^ = (64,8) [not defined(BIG)]
  auto other = make_shape(Int<8>{});
  //^ = (8)
}
