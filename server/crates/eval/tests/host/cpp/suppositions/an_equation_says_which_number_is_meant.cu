// `kNRows` has no usual value: the assertion says that it is how many rows there are.
#include <cute/tensor.hpp>
using namespace cute;

template <int kNRows>
CUTE_DEVICE void scale() {
  auto rows = make_layout(Shape<_6, _8>{});
  //^ = (6,8):(1,6)
  static_assert(CUTE_STATIC_V(size<0>(rows)) == kNRows);
  auto scales = make_layout(Int<kNRows>{});
  //^ = 6:1 if kNRows = 6
}

// The other way around, and another way to write the same number.
template <int kHeads>
CUTE_DEVICE void heads() {
  static_assert(kHeads == 3 * 4, "heads of the model");
  auto heads = make_layout(Int<kHeads>{});
  //^ = 12:1 if kHeads = 12
}
