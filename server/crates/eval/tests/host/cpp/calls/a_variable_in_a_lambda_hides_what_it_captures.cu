#include <cute/tensor.hpp>
using namespace cute;

void f() {
  int v = 3;
  auto g = [v](int w) {
    int v = w;
    return make_layout(v);
  };
  auto a = g(8);
  //^ = 8:1
}
