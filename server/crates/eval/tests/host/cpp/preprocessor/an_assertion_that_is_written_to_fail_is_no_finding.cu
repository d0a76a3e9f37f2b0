// `static_assert(false)` is how kernels say that a macro must be defined: it is written to fail, and no finding.
#include <cute/tensor.hpp>
using namespace cute;

int main() {
#if defined(HEAD_DIM_IS_MISSING)
  static_assert(false, "HEAD_DIM must be defined");
#endif
#if defined(NARROW)
  using Tile = Int<32>;
  static_assert(Tile::value == 64, "too narrow");
  //^ error static-assert-failed: if defined(NARROW)
#else
  using Tile = Int<64>;
#endif
  auto tile = make_layout(Tile{});
  //^ = 32:1 [defined(NARROW)]
  //^ = 64:1 [not defined(NARROW)]
}
