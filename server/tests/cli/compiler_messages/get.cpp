#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_layout(make_shape(Int<4>{}, Int<8>{}));
  auto r = get<3>(a);
  print(r);
}
