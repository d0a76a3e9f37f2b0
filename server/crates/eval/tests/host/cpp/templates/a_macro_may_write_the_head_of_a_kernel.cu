#include <cute/tensor.hpp>
using namespace cute;

#define KERNEL(name, ...)              \
  template <class Traits, __VA_ARGS__> \
  __global__ void name(int n)

struct Traits {
  using L = Layout<_6>;
};

KERNEL(scale, int N) {
  auto mine = make_layout(typename Traits::L{}, make_layout(Int<N>{}));
  //^ = (6,4):(1,1)
}

void f(int n) {
  scale<Traits, 4><<<1, 32>>>(n);
}
