#include <cute/tensor.hpp>
using namespace cute;

constexpr int open(int n) {
  int s = 3;
  switch (n) case 2:
#pragma unroll
  s = 20;
  return s;
}

constexpr int both(int n) {
  int d = 1, e = 0;
  if (n)
#if 1
  { e = 7; } d = e;
#endif
  return d;
}

void f() {
  auto layout = make_layout(open(5));
  //^ = s:1
  auto behind = make_layout(both(0));
  //^ = d:1
}
