#include <cute/tensor.hpp>
using namespace cute;

constexpr int kRows = 8;

namespace outer {
constexpr int kRows = 16;

namespace inner {
constexpr int kRows = 32;
constexpr int kTwice = 2 * kRows;

auto rows() {
  return Int<kRows>{};
}

int open = 3;

void close() {
  open = 5;
  auto closed = make_shape(open);
  //^ = (5)
}
}

auto rows() {
  return Int<kRows>{};
}
}

void f() {
  auto values = make_shape(Int<kRows>{}, Int<outer::kRows>{}, Int<outer::inner::kTwice>{});
  //^ = (8,16,64)
  auto called = make_shape(outer::rows(), outer::inner::rows());
  //^ = (16,32)
}
