#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_layout(make_shape(Int<2>{}, Int<5>{}));
  auto r = blocked_product(a, make_layout(make_shape(Int<3>{}, make_shape(Int<4>{}, Int<2>{}), Int<2>{})));
  print(r(1,2,3,4));
}
