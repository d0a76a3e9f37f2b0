#include <cute/tensor.hpp>
using namespace cute;

constexpr int k = 9;

struct Base {
  int m = 4;
  int n = 5;

  auto of_outside() const {
    return Int<k>{};
  }

  auto of_hidden() const {
    return make_layout(m);
  }

  auto of_base() const {
    return make_layout(n);
  }
};

struct Derived : Base {
  static constexpr int k = 3;
  int m = 8;

  auto own() const {
    return Int<k>{};
  }
};

template <class T>
struct Holder : T {
  auto of_dependent() const {
    return Int<k>{};
  }
};

struct Held {
  static constexpr int k = 7;
};

void f() {
  Derived d;
  auto a = make_shape(d.of_outside(), d.own());
  //^ = (9,3)
  auto b = d.of_hidden();
  //^ unknown
  auto c = d.of_base();
  //^ = 5:1
  Holder<Held> h;
  auto e = make_shape(h.of_dependent());
  //^ = (9)
}
