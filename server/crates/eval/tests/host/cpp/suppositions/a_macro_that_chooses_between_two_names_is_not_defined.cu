// Where a macro that nothing at hand defines chooses between two declarations of one name, what is made of the name is
// supposed with that macro not defined. What a condition of the compiler's own macros chooses stays open.
#include <cute/tensor.hpp>
using namespace cute;

template <int kBlockM>
void kernel() {
#if defined(WITH_WIDE_TILES)
  using Width = _16;
#else
  using Width = _8;
#endif
  auto tile = make_layout(make_shape(Int<kBlockM>{}, Width{}));
  //^ unknown
  //^ = (128,8):(1,128) if WITH_WIDE_TILES is not defined, kBlockM = 128
#if defined(__OPTIMIZE__)
  using Depth = _4;
#else
  using Depth = _2;
#endif
  auto deep = make_layout(make_shape(Int<kBlockM>{}, Depth{}));
  //^ unknown
}
