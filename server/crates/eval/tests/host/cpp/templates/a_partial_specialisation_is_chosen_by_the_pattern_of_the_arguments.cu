#include <cute/tensor.hpp>
using namespace cute;

template <int N>
struct Staged {
  static constexpr int count = N;
};

struct Simple {};
template <class Policy, class T>
struct Loop;

template <int N, class T>
struct Loop<Staged<N>, T> {
  using Smem = Layout<Shape<Int<N>, _8>>;
};

template <class T>
struct Loop<Simple, T> {
  using Smem = Layout<_3>;
};

template <class T>
struct Loop<Simple, T*> {
  using Smem = Layout<_4>;
};

void f() {
  auto staged = typename Loop<Staged<5>, float>::Smem{};
  //^ = (5,8):(1,5)
  auto simple = typename Loop<Simple, half_t>::Smem{};
  //^ = 3:1
  auto pointed = typename Loop<Simple, half_t*>::Smem{};
  //^ = 4:1
}
