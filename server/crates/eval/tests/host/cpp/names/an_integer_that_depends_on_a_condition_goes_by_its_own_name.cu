#include <cute/tensor.hpp>
using namespace cute;

void f(int n, int k, bool transposed) {
  int ld = 0;
  if (transposed) {
    ld = n;
  } else {
    ld = k;
  }
  auto layout = make_layout(make_shape(n, k), make_stride(Int<1>{}, ld));
  //^ = (n,k):(1,ld)
}
