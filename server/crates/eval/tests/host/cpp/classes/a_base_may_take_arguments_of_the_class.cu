#include <cute/tensor.hpp>
using namespace cute;

template <int N>
struct Base {
  static constexpr int value = N;
  using Type = Int<N>;
};

template <int N>
struct Derived : Base<N + 1> {
  using Super = Base<N + 1>;
  static constexpr int twice = Super::value * 2;
};

void f() {
  auto shape = make_shape(Int<Derived<3>::value>{}, Int<Derived<3>::twice>{}, Derived<5>::Type{});
  //^ = (4,8,6)
}
