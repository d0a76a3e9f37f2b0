#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_layout(make_shape(Int<3>{}, Int<8>{}));
  auto r = recast_layout<float, double>(a);
  print(r);
}
