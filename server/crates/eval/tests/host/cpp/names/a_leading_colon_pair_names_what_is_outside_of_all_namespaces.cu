#include <cute/tensor.hpp>
using namespace cute;

constexpr int kRows = 8;

struct Config {
  static constexpr int value = 3;
};

namespace n {
struct Config {
  static constexpr int value = 5;
};

constexpr int kOnly = 7;

void g() {
  auto both = make_shape(Int<::Config::value>{}, Int<Config::value>{});
  //^ = (3,5)
}
}

void f() {
  constexpr int kRows = 128;
  auto shape = ::cute::make_shape(Int<::kRows>{}, Int<kRows>{}, ::n::kOnly);
  //^ = (8,128,7)
}
