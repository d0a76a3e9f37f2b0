#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_tensor((float*)nullptr, make_layout(make_shape(Int<64>{}, Int<64>{})));
  auto r = local_tile(a, make_shape(Int<8>{}, Int<8>{}, Int<8>{}), make_coord(0, 0, 0));
  print(r.layout());
}
