#include <cute/tensor.hpp>
using namespace cute;

void f(int m, int n) {
  auto shape = make_shape(m, n, 4);
  //^ = (m,n,4)
  auto layout = make_layout(make_shape(m, Int<8>{}));
  //^ = (m,8):(1,m)
}
