// With numbers that are known it comes to an end; with others it is not followed that far.
#include <cute/tensor.hpp>
using namespace cute;

constexpr int log2_of(int n) {
  return n < 2 ? 0 : 1 + log2_of(n / 2);
}

constexpr int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

constexpr int without_end(int n) {
  return without_end(n + 1);
}

void sizes(int rows) {
  auto bits = make_layout(Int<log2_of(1024)>{});
  //^ = 10:1
  auto swizzled = composition(Swizzle<log2_of(64) - 3, 3, log2_of(128) - 3>{}, make_layout(Shape<_8, _64>{}, LayoutRight{}));
  //^ = Sw<3,3,4> o 0 o (8,64):(64,1)
  auto numbers = make_layout(Int<fibonacci(20)>{});
  //^ = 6765:1
  auto open = make_layout(log2_of(rows));
  //^ unknown
  auto endless = make_layout(without_end(1));
  //^ unknown: `without_end` calls itself
}
