#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_layout(make_shape(Int<4>{}, Int<8>{}));
  auto r = a(1, 2, 3);
  print(r);
}
