#include <cute/tensor.hpp>
using namespace cute;

template <int... N>
struct Steps {
  static constexpr int count = 4;
};
template <>
struct Steps<> {
  static constexpr int count = 1;
};

template <class T>
struct Outer {
  template <class U>
  struct Inner {
    static constexpr int rows = 8;
  };
};
// This is for `Outer<short>` alone.
template <>
template <>
struct Outer<short>::Inner<int> {
  static constexpr int rows = 16;
};

void f() {
  auto a = make_layout(Int<Steps<>::count>{});
  //^ = 1:0
  auto b = make_layout(Int<Steps<2>::count>{});
  //^ = 4:1
  auto c = make_layout(Int<Outer<int>::Inner<int>::rows>{});
  //^ unknown
}
