// `T` of `T&&` is a reference where the argument has a name: `T y = x` is another name of it then.
#include <cute/tensor.hpp>
using namespace cute;

struct Point {
  int n;
};

template <class T>
void set(T&& x) {
  T y = x;
  y.n = 9;
}

template <class T>
void pass(T&& x) {
  T y = std::forward<T>(x);
  y.n = 9;
}

template <class T>
void keep(T const& x) {
  T y = x;
  y.n = 9;
}

void test() {
  Point a{3}, b{3}, c{3};
  set(a);
  auto first = make_layout(a.n);
  //^ = ?:1
  pass(b);
  auto second = make_layout(b.n);
  //^ = ?:1
  keep(c);
  auto third = make_layout(c.n);
  //^ = 3:1
}
