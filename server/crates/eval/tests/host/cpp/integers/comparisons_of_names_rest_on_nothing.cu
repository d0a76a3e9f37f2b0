#include <cute/tensor.hpp>
using namespace cute;

// A number of run time may be 0 or below, though a size is at least 1; what is below zero is large in an unsigned type.
int elsewhere(int);
void written(int&);

void f(int m, unsigned u) {
  auto positive = make_layout(m > 0 ? 11 : 12);
  //^ = ?:1
  auto negative = make_layout(-u < 5 ? 11 : 12);
  //^ = ?:1
  auto same = make_layout(m - 5 == m - 5 ? 11 : 12);
  //^ = 11:1
  int n = 3;
  written(n);
  auto behind = make_layout(n > 0 ? 11 : 12);
  //^ = ?:1
  auto of_bits = make_layout(0xffffffff + 1 == 0 ? 11 : 12);
  //^ = ?:1
  unsigned three = 3;
  auto opposite = make_layout(-three > 0 ? 11 : 12);
  //^ = 11:1
  auto truth = make_layout(-128 >= unsigned(m == m) ? 11 : 12);
  //^ = 11:1
}
