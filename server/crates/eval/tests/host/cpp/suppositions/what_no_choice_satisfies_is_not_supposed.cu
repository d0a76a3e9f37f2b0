// Every number that is tried contradicts the assertion.
#include <cute/tensor.hpp>
using namespace cute;

template <int kBlockM>
CUTE_DEVICE void rows() {
  static_assert(kBlockM > 4096 * 4096, "none");
  auto tile = make_layout(Int<kBlockM>{});
  //^ unknown
}
