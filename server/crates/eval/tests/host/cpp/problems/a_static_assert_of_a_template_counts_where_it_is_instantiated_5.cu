#include <cute/tensor.hpp>
using namespace cute;

template <int N>
void f() {
  static_assert(N == 1);
  //^ nothing
}

template <class T>
void g() {
  f<sizeof(T)>();
}
