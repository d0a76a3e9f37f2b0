#include <cute/tensor.hpp>
using namespace cute;

void f() {
  int n = 3;
  auto all = [=] { return make_shape(n); };
  auto one = [n](int m) { return make_shape(n, m); };
  auto named = [k = 2 * n] { return make_shape(k); };
  auto live = [&] { return make_shape(n); };
  auto mixed = [=, &n] { return make_shape(n); };
  n = 5;
  auto a = all();
  //^ = (3)
  auto b = one(n);
  //^ = (3,5)
  auto c = named();
  //^ = (6)
  auto d = live();
  //^ = (5)
  auto e = mixed();
  //^ = (5)
}
