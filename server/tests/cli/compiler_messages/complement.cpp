#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_layout(make_shape(Int<4>{}, Int<4>{}), make_stride(Int<1>{}, Int<2>{}));
  auto r = complement(a, Int<24>{});
  print(r);
}
