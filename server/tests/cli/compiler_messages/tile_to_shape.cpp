#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_layout(make_shape(Int<8>{}, Int<64>{}));
  auto r = tile_to_shape(a, make_shape(Int<60>{}, Int<64>{}));
  print(r);
}
