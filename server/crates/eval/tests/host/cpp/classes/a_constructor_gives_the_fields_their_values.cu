#include <cute/tensor.hpp>
using namespace cute;

struct Kernel {
  int m;
  int n;

  Kernel(int a, int b) : m(a), n(2 * b) {
  }

  auto shape() {
    return make_shape(m, n);
  }
};

void f(int x) {
  Kernel kernel(x, 4);
  auto shape = kernel.shape();
  //^ = (x,8)
}
