#include <cute/tensor.hpp>
using namespace cute;

struct Base {
  static constexpr int n = 4;
  using L = Layout<_4>;

  int f() const {
    return 4;
  }

  int g() const {
    return this->f();
  }
};

struct Derived : Base {
  static constexpr int n = 8;
  using L = Layout<_8>;

  int f() const {
    return 8;
  }
};

template <class T>
int member(T const& t) {
  return T::n;
}

template <class T>
struct Trait {
  static constexpr int v = 1;
};

template <>
struct Trait<Base> {
  static constexpr int v = 4;
};

template <>
struct Trait<Derived> {
  static constexpr int v = 8;
};

template <class T>
int trait(T const& t) {
  return Trait<T>::v;
}

int by_reference(Base const& b) {
  return b.f();
}

int by_value(Base b) {
  return b.f();
}

Base& give(Derived& d) {
  return d;
}

Base make() {
  return Derived{};
}

struct Hold {
  Base& b;

  int f() {
    return b.f();
  }
};

struct Keep {
  Base b;

  int f() {
    return b.f();
  }
};

void f1() {
  Derived d;
  Base b = d;
  auto seen = make_layout(b.f());
  //^ = 4:1
}

void f2() {
  Derived d;
  Base& r = d;
  auto b = r;
  auto seen = make_layout(b.f());
  //^ = 4:1
}

void f3() {
  Derived d;
  auto seen = make_layout(by_value(d));
  //^ = 4:1
}

void f4() {
  Derived d;
  auto seen = make_layout(make().f());
  //^ = 4:1
}

void f5() {
  Derived d;
  Keep k{d};
  auto seen = make_layout(k.f());
  //^ = 4:1
}
