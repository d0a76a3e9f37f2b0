// `cutlass/numeric_size.h`; it takes a byte all the same.
#include <cute/tensor.hpp>
using namespace cute;

void sizes() {
  auto bits = make_layout(Int<sizeof_bits_v<bool> * 4>{});
  //^ = 4:1
  auto bytes = make_layout(Int<sizeof(bool) * 4>{});
  //^ = 4:1
  auto recast = recast_layout<uint8_t, bool>(make_layout(_32{}));
  //^ = 256:1
}
