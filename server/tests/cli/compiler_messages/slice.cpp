#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;

void f() {
  auto a = make_tensor((float*)nullptr, make_layout(make_shape(Int<4>{}, Int<8>{})));
  auto r = a(_, 1, _);
  print(r.layout());
}
