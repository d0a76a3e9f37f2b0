// A tile of 128 rows contradicts the assertion, so the next number is supposed.
#include <cute/tensor.hpp>
using namespace cute;

template <int kBlockM, int kHeadDim>
CUTE_DEVICE void rows() {
  static_assert(kBlockM <= 64, "rows of two warps");
  auto tile = make_layout(make_shape(Int<kBlockM>{}, Int<kHeadDim>{}));
  //^ = (64,64):(1,64) if kBlockM = 64, kHeadDim = 64
}
