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
  Base& b = d;
  auto seen = make_layout(b.f());
  //^ = 4:1
}

void f2() {
  Derived d;
  Base& b = d;
  auto seen = make_layout(b.n);
  //^ = 4:1
}

void f3() {
  Derived d;
  Base const& b = d;
  auto seen = make_layout(b.f());
  //^ = 4:1
}

void f4() {
  Derived d;
  Base& b = d;
  auto& c = b;
  auto seen = make_layout(c.f());
  //^ = 4:1
}

void f5() {
  Derived d;
  Base& b = d;
  Base& c = b;
  auto seen = make_layout(c.f());
  //^ = 4:1
}

void f6() {
  Derived d;
  Base const& b = Derived{};
  auto seen = make_layout(b.f());
  //^ = 4:1
}

void f7() {
  Derived d;
  using B = std::conditional_t<true, Base, Derived>;
  B& b = d;
  auto seen = make_layout(b.f());
  //^ = 4:1
}

void f8() {
  Derived d;
  Base* p = &d;
  auto seen = make_layout((*p).f());
  //^ = 4:1
}

void f9() {
  Derived d;
  auto l = [](Base const& b) { return b.f(); };
  auto seen = make_layout(l(d));
  //^ = 4:1
}

void f10() {
  Derived d;
  auto l = [&b = static_cast<Base&>(d)]() { return b.f(); };
  auto seen = make_layout(l());
  //^ = 4:1
}

void f11() {
  Derived d;
  auto seen = make_layout(by_reference(d));
  //^ = 4:1
}

void f12() {
  Derived d;
  auto seen = make_layout(give(d).f());
  //^ = 4:1
}

void f13() {
  Derived d;
  Hold h{d};
  auto seen = make_layout(h.f());
  //^ = 4:1
}

void f14() {
  Derived d;
  auto seen = make_layout(static_cast<Base&>(d).f());
  //^ = 4:1
}

void f15() {
  Derived d;
  auto seen = make_layout(static_cast<Base const&>(d).n);
  //^ = 4:1
}
