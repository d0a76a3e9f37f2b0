#include <cute/tensor.hpp>
using namespace cute;

struct Base {
  int v;

  void set(int x) {
    v = x;
  }

  int& of() {
    return v;
  }

  static int constant() {
    return 3;
  }
};

struct Derived : Base {
  int w;

  void set(int x) {
    w = x;
  }

  void method(int x) {
    Base::set(x);
  }

  void field(int x) {
    Base::v = x;
  }

  void itself(int x) {
    this->Base::set(x);
  }

  void reads() {
    auto a = make_layout(Base::v);
    //^ = 7:1
    auto b = make_layout(Base::constant());
    //^ = 3:1
  }
};

template <class T>
struct Wrapped : T {
  void set(int x) {
    T::set(x);
  }
};

template <class T>
struct Held {
  int v;

  void set(T x) {
    v = x;
  }
};

struct OfTemplate : Held<int> {
  void set(int x) {
    Held<int>::set(x);
  }

  void put(int x) {
    Held<int>::v = x;
  }
};

void f() {
  Derived d;
  d.v = 4;
  d.method(9);
  auto c = make_layout(d.v);
  //^ = 9:1
  d.field(8);
  auto e = make_layout(d.v);
  //^ = 8:1
  d.itself(7);
  auto g = make_layout(d.v);
  //^ = 7:1
  d.reads();
  Wrapped<Base> wrapped;
  wrapped.v = 4;
  wrapped.set(9);
  auto h = make_layout(wrapped.v);
  //^ = 9:1
  OfTemplate of;
  of.v = 4;
  of.set(9);
  auto i = make_layout(of.v);
  //^ = 9:1
  of.put(8);
  auto j = make_layout(of.v);
  //^ = 8:1
  d.Base::set(5);
  auto k = make_layout(d.v);
  //^ = ?:1
  d.v = 4;
  d.Base::v = 9;
  auto l = make_layout(d.v);
  //^ = ?:1
  d.v = 4;
  d.Base::of() = 9;
  auto m = make_layout(d.v);
  //^ = ?:1
}
