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

void of_a_name(int n) {
  auto wrapped = make_shape(int((unsigned(n) - 30u) % 11u), 8);
  //^ unknown: a difference that may be below zero wraps around in an unsigned type
  unsigned less = unsigned(n) - 30u;
  auto held = make_shape(int(less / 4u), 8);
  //^ unknown: a difference that may be below zero wraps around in an unsigned type
  auto whole = make_shape(int((unsigned(n) + 3u) / 4u), 8);
  //^ = (ceil_div(n,4),8)
  auto of_signed = make_shape((n - 30) / 4, 8);
  //^ = ((n-30)/4,8)
}
