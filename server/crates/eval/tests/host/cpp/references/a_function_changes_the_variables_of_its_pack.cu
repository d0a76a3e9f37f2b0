#include <cute/tensor.hpp>
using namespace cute;

template <class... A>
void change(A&... a) {
  ((a += 1), ...);
}

void set(int& x) {
  x = 9;
}

template <class... A>
void call(A&... a) {
  (set(a), ...);
}

template <class F, class... A>
void pass(F f, A&&... a) {
  f(a...);
}

void look(int) {
}

void f() {
  int x = 1, y = 2;
  pass(look, y);
  auto kept = make_layout(y);
  //^ = 2:1
  change(x, y);
  auto changed = make_shape(x, y);
  //^ = (x,y)
  int z = 3;
  call(z);
  auto called = make_layout(z);
  //^ = z:1
}
