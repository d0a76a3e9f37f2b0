#include <cute/tensor.hpp>
using namespace cute;

void f() {
  int m = 3, n = 4;
  auto most = std::max(m, n);
  auto before = make_shape(m, n);
  //^ = (3,4)
  std::swap(m, n);
  auto after = make_shape(m, n);
  //^ = (m,n)
}
