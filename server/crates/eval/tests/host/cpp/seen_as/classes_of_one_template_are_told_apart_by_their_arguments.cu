#include <cute/tensor.hpp>
using namespace cute;

struct Last {
  int f() const {
    return 1;
  }
};

template <class B>
struct On : B {
  int f() const {
    return B::f() + 10;
  }

  int up() const {
    return static_cast<B const&>(*this).f();
  }
};

template <int N>
struct Part {
  static constexpr int n = N;

  int f() const {
    return N;
  }
};

struct Two : Part<1>, Part<2> {
  static constexpr int n = 9;

  int f() const {
    return 9;
  }
};

void main() {
  On<On<Last>> on;
  On<Last>& seen = on;
  auto of_reference = make_layout(seen.f());
  //^ = 11:1
  auto of_method = make_layout(on.up());
  //^ = 11:1
  Two two;
  Part<1>& one = two;
  Part<2> copy = two;
  auto of_first = make_layout(one.f());
  //^ = 1:1
  auto of_second = make_layout(copy.n);
  //^ = 2:1
}
