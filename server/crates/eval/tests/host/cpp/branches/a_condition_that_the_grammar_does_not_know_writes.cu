#include <cute/tensor.hpp>
using namespace cute;

// `(a = 4, b < 4)` is an error to the grammar behind another bracket. What it assigns, and what it gives to a call, is not what
// it was; a `return` of one leaves the function.
void set(int& x, int y);

void f() {
  int b = 1;
  int m = 3;
  if ((set(m, 5), b = 4, b < 3)) { b = 3; }
  auto given = make_layout(m);
  //^ = m:1
  int n = 3;
  if ((n = 4, b < 4)) { b = 5; }
  auto assigned = make_layout(n);
  //^ = n:1
  int k = 3;
  while (((k = 2), b < 0)) { b = 5; }
  auto in_loop = make_layout(k);
  //^ = k:1
}

constexpr int left(int n) {
  int b = 2;
  if (n > 2) return (b = 5, n < 3);
  return 7;
}

void g() {
  auto returned = make_layout(left(9));
  //^ unknown
}
