#include <cute/tensor.hpp>
using namespace cute;

void f() {
  unsigned a = 3;
  auto wrapped = make_shape((a - 5) / 2, 8);
  //^ = (2147483647,8)
  auto whole = make_shape(a - 1, 8);
  //^ = (2,8)
  auto types = make_stride(Int<3>{} - Int<5>{}, Int<-1>{});
  //^ = (-2,-1)
}
