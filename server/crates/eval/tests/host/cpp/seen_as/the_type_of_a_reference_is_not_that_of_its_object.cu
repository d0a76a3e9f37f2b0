#include <cute/tensor.hpp>
using namespace cute;

struct P {};

template <class T>
struct Trait {
  static constexpr int v = 1;
};

template <>
struct Trait<P> {
  static constexpr int v = 2;
};

void f1() {
  P p;
  P& r = p;
  P const c{};
  auto seen = make_layout(Trait<decltype(r)>::v);
  //^ unknown
}

void f2() {
  P p;
  P& r = p;
  P const c{};
  auto seen = make_layout(Trait<decltype(c)>::v);
  //^ unknown
}
