#include <cute/tensor.hpp>
using namespace cute;

struct S {
  mutable int m = 1;
  int get() const;
};

void f() {
  const S s;
  auto before = make_layout(s.m);
  //^ = 1:1
  int v = s.get();
  auto x = make_layout(s.m == 1 ? 1 : 2);
  //^ = ?:1
}
