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

template <class T>
int passed(T&& t) {
  return t.f();
}

template <class... Ts>
int pack(Ts const&... ts) {
  return (ts.f() + ...);
}

struct Both : Base {
  using Base::f;

  int f(int) const {
    return 9;
  }
};

struct Other {
  operator Base() const {
    return Base{};
  }

  int f() const {
    return 12;
  }
};

void f1() {
  Derived d;
  Base a;
  Base& r = d;
  r = a;
  auto seen = make_layout(d.f());
  //^ unknown
}

void f2() {
  Derived d;
  Base b;
  b = d;
  auto seen = make_layout(b.f());
  //^ unknown
}

void f3() {
  Derived d;
  Base a;
  auto seen = make_layout((true ? d : a).f());
  //^ unknown
}

void f4() {
  Derived d;
  auto seen = make_layout(passed<Base&>(d));
  //^ unknown
}

void f5() {
  Derived d;
  Other o;
  Base b = o;
  auto seen = make_layout(b.f());
  //^ unknown
}

void f6() {
  Derived d;
  std::optional<Base> o = Derived{};
  auto seen = make_layout((*o).f());
  //^ unknown
}

void f7() {
  Derived d;
  auto seen = make_layout(pack<Base>(d));
  //^ unknown
}

void f8() {
  Derived d;
  auto seen = make_layout(pack<Base, Derived>(d, d));
  //^ unknown
}

void f9() {
  Derived d;
  std::function<int(Base)> f = [](auto x) { return x.f(); };
  auto seen = make_layout(f(d));
  //^ unknown
}

void f10() {
  Derived d;
  std::function<Base()> f = [] { return Derived{}; };
  auto seen = make_layout(f().f());
  //^ unknown
}

void f11() {
  Derived d;
  Both both;
  auto seen = make_layout(both.f());
  //^ unknown
}
