// A comment that ends with a bracket stands above the loop.
#include <cute/tensor.hpp>
using namespace cute;

void f(int n) {
  auto rows = make_layout(make_shape(n, _4{}));  // [n, 4]
  for (int i = 0; i < n; ++i) {
    rows = make_layout(make_shape(n + i, _4{}));
  }
  auto behind = rows;
  //^ unknown
}
