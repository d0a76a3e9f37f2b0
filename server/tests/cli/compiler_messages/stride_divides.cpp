#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_layout(make_shape(Int<6>{}, Int<2>{}), make_stride(Int<8>{}, Int<2>{}));
  auto r = composition(a, make_layout(Int<3>{}, Int<4>{}));
  print(r);
}
