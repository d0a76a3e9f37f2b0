#include <cute/tensor.hpp>
using namespace cute;

template <class T, class U>
struct Pair {
  static constexpr int rows = 8;
};
template <class T>
struct Pair<T, T> {
  static constexpr int rows = 16;
};
template <>
struct Pair<int, int> {
  static constexpr int rows = 32;
};

template <class T>
struct Plain {
  static constexpr int rows = 8;
};
template <>
struct Plain<int> {
  static constexpr int rows = 16;
};

void f() {
  auto a = make_layout(Int<Pair<int const, int const>::rows>{});
  //^ unknown
  auto b = make_layout(Int<Plain<int>::rows>{});
  //^ = 16:1
  auto c = make_layout(Int<Plain<long>::rows>{});
  //^ = 8:1
}
