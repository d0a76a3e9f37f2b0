#include <cute/tensor.hpp>
using namespace cute;

template <int N>
void f() {
  static_assert(N % 8 == 0);
  //^ error static-assert-failed
}

void g() {
  f<8>();
  f<9>();
}
