#include <cute/tensor.hpp>
using namespace cute;

template <int N>
struct Config {
  static constexpr int n = N;
  using L = Layout<Int<N>>;
};

template <class C>
void kernel() {
  auto in_kernel = typename C::L{};
  //^ = 128:1
}

void main() {
  Config<128> config;
  auto here = decltype(config)::L{};
  //^ = 128:1
  kernel<decltype(config)>();
}
