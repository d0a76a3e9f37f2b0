#include <cute/tensor.hpp>
using namespace cute;

struct V {
  virtual int f() const {
    return 4;
  }
};

struct W : V {
  int f() {
    return 8;
  }
};

void f() {
  W w;
  V& v = w;
  auto seen = make_layout(v.f());
  //^ unknown
}
