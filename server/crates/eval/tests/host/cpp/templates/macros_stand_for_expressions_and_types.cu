#include <cute/tensor.hpp>
using namespace cute;

#define TILE(M, N) make_shape(Int<M>{}, Int<N>{})
#define ATOM Layout<Shape<_1, _6>>
#define PAIR(...) Stride<__VA_ARGS__>
#define SWITCH(CONDITION, NAME, ...) \
  [&] {                              \
    if (CONDITION) {                 \
      constexpr int NAME = 3;        \
      return __VA_ARGS__();          \
    } else {                         \
      constexpr int NAME = 5;        \
      return __VA_ARGS__();          \
    }                                \
  }()

template <int N>
void run(int n) {
  auto mine = TILE(N, 4);
  //^ = (33,4) [N = 33]
  //^ = (35,4) [N = 35]
  //^ = (53,4) [N = 53]
  //^ = (55,4) [N = 55]
}

void f(int n) {
  auto atom = ATOM{};
  //^ = (1,6):(0,1)
  auto pair = make_stride(PAIR(_3, _7){});
  SWITCH(n > 4, N, [&] { SWITCH(n > 7, K, [&] { run<10 * N + K>(n); }); });
}
