// A directive between a head and its body: the parser ends the head, but what stands behind is still its body.
#include <cute/tensor.hpp>
using namespace cute;

void layouts(int n) {
  int a = 2;
  if (n > 3)
#if 1
    a += 2;
#endif
  auto of_if = make_layout(a);
  //^ = a:1
  int b = 2;
  for (int i = 0; i < n; i++)
#pragma unroll
    b += 3;
  auto of_for = make_layout(b);
  //^ = b:1
  int c = 2;
#if 1
  while (c < n)
#endif
    c += 5;
  auto of_while = make_layout(c);
  //^ = c:1
  int e = 2;
#pragma unroll
  for (int i = 0; i < n; i++) {
  }
  e = 4;
  auto of_none = make_layout(e);
  //^ = 4:1
}

constexpr int run_of_time(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
#pragma unroll
    for (int j = 0; j < 2; j++) sum += j;
  return sum;
}

void compiled() {
  auto a = make_layout(Int<run_of_time(5) + 10>{});
  //^ unknown
}
