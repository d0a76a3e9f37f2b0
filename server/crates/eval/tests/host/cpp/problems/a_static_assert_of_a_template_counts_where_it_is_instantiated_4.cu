#include <cute/tensor.hpp>
using namespace cute;

template <int N>
void f() {
  static_assert(N % 8 == 0);
  //^ nothing
}

template <class T>
void g(T) {
  f<9>();
}
