// Loops of functions that the compiler may run have the value that their last round leaves.
#include <cute/tensor.hpp>
using namespace cute;

constexpr int log2_of(int x) {
  int bits = 0;
  while (x > 1) {
    x >>= 1;
    ++bits;
  }
  return bits;
}

constexpr int highest_bit(unsigned n) {
  int bits = 0;
  while (n >>= 1) ++bits;
  return bits;
}

template <int N>
constexpr int sum_below() {
  int sum = 0;
  for (int i = 0; i < N; ++i) sum += i;
  return sum;
}

constexpr int greatest_divisor(int a, int b) {
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

constexpr int power_above(int x) {
  int power = 1;
  do {
    power *= 2;
  } while (power < x);
  return power;
}

constexpr int smallest_factor(int n) {
  for (int d = 2; d * d <= n; d++) {
    if (n % d == 0) return d;
  }
  return n;
}

constexpr int rows_until(int n) {
  int rows = 0;
  for (;;) {
    if (rows * rows >= n) break;
    rows += 4;
  }
  return rows;
}

constexpr int of_many_rounds(int n) {
  int rounds = 0;
  while (rounds < n) ++rounds;
  return rounds;
}

void layouts(int m) {
  auto a = make_layout(Int<log2_of(64)>{});
  //^ = 6:1
  auto b = make_layout(Int<highest_bit(33)>{});
  //^ = 5:1
  auto c = make_layout(Int<sum_below<5>()>{});
  //^ = 10:1
  auto d = make_layout(Int<greatest_divisor(48, 18)>{});
  //^ = 6:1
  auto e = make_layout(Int<power_above(33)>{});
  //^ = 64:1
  auto f = make_layout(Int<smallest_factor(35)>{});
  //^ = 5:1
  auto g = make_layout(Int<smallest_factor(13)>{});
  //^ = 13:1
  auto h = make_layout(Int<rows_until(17)>{});
  //^ = 8:1
  auto i = make_layout(Int<of_many_rounds(1000)>{});
  //^ unknown
  auto j = make_layout(log2_of(m));
  //^ = bits:1
}

constexpr int step_of_the_head(int n) {
  int step = 1, sum = 0;
  for (int i = 0; i < n; i += step) {
    int step = 3;
    sum += step;
  }
  return sum;
}

constexpr int bound_of_the_head(int n) {
  int more = 1, rounds = 0;
  do {
    rounds++;
    int more = 9;
    more++;
  } while (rounds < n + more);
  return rounds;
}

constexpr int behind_a_directive(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
#pragma unroll
    for (int j = 0; j < 2; j++) sum += j;
  return sum;
}

constexpr int under_a_directive(int n) {
  int sum = 0;
#pragma unroll
  for (int i = 0; i < n; i++) {
    if (i > 2) sum += i;
  }
  return sum;
}

void names_and_directives() {
  auto a = make_layout(Int<step_of_the_head(4)>{});
  //^ = 12:1
  auto b = make_layout(Int<bound_of_the_head(4)>{});
  //^ = 5:1
  auto c = make_layout(Int<behind_a_directive(5) + 10>{});
  //^ unknown
  auto d = make_layout(Int<under_a_directive(5) + 10>{});
  //^ = 17:1
  int n = 2, s = 2;
  for (int i = 0; i < n; s = 8) {
    int s = 3;
    i += s;
  }
  auto e = make_layout(s);
  //^ = s:1
}
