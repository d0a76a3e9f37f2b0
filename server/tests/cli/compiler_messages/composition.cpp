#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_layout(make_shape(Int<4>{}, Int<6>{}, Int<8>{}), make_stride(Int<2>{}, Int<3>{}, Int<5>{}));
  auto r = composition(a, make_layout(Int<6>{}));
  print(r);
}
