#include <cute/tensor.hpp>
using namespace cute;

void f() {
  int n = 0;
  auto g = [n]() mutable {
    n = n + 1;
    return n;
  };
  auto h = g;
  auto first = make_shape(g());
  //^ unknown
  auto of_copy = make_shape(h());
  //^ unknown
}
