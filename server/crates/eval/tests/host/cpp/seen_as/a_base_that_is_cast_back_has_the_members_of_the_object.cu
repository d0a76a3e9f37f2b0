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

template <class D>
struct Crtp {
  int by_pointer() const {
    return static_cast<D const*>(this)->f();
  }

  int by_reference() const {
    return static_cast<D const&>(*this).f();
  }
};

struct Own : Crtp<Own> {
  int f() const {
    return 16;
  }
};

void main() {
  Derived d;
  Base& b = d;
  auto back = make_layout(static_cast<Derived&>(b).f());
  //^ = 8:1
  Own own;
  Crtp<Own>& seen = own;
  auto of_object = make_layout(own.by_reference());
  //^ = 16:1
  auto of_reference = make_layout(seen.by_reference());
  //^ = 16:1
}
