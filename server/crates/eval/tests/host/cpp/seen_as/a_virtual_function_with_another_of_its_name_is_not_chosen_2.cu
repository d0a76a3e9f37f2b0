#include <cute/tensor.hpp>
using namespace cute;

struct V {
  virtual int f() const {
    return 4;
  }
};

struct X {
  int f() const {
    return 3;
  }
};

struct W : X, V {};

void f() {
  W w;
  V& v = w;
  auto seen = make_layout(v.f());
  //^ unknown
}
