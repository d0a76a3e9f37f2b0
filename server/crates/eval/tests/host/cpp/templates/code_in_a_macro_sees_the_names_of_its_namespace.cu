#include <cute/tensor.hpp>
using namespace cute;

#define SWITCH(CONDITION, NAME, ...)      \
  [&] {                                   \
    if (CONDITION) {                      \
      constexpr static bool NAME = true;  \
      return __VA_ARGS__();               \
    } else {                              \
      constexpr static bool NAME = false; \
      return __VA_ARGS__();               \
    }                                     \
  }()
#define KERNEL(kernelName, ...)      \
  template <class Tile, __VA_ARGS__> \
  __global__ void kernelName(int n)

namespace attention {
KERNEL(forward, bool Even, bool Causal) {
  auto smem = make_layout(Tile{});
  //^ = (64,16):(1,64)
}

template <class Tile>
void run(int n, int m) {
  SWITCH(n % 64 == 0, Even, [&] {
    SWITCH(m > 0, Causal, [&] {
      auto kernel = &forward<Tile, Even, Even && !Causal>;
      kernel<<<1, 32>>>(n);
    });
  });
}

template <int N>
void start(int n);

template <>
void start<64>(int n) {
  run<Shape<_64, _16>>(n, 3);
}
}
