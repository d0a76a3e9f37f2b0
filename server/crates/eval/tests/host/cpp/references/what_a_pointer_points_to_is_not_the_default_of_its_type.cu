#include <cute/tensor.hpp>
using namespace cute;

struct S {
  int m = 1;
};

void f(int* x, S* s) {
  auto a = make_stride(_1{}, *x);
  //^ = (1,?)
  auto b = make_shape(_2{}, (*s).m);
  //^ = (2,?)
}
