// The call instantiates the template: nothing of it is supposed.
#include <cute/tensor.hpp>
using namespace cute;

template <int kBlockM>
CUTE_DEVICE void rows() {
  auto tile = make_layout(Int<kBlockM>{});
  //^ = 24:1
}

CUTE_DEVICE void caller() {
  rows<24>();
}
