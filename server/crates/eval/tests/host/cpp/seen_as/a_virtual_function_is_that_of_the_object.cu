#include <cute/tensor.hpp>
using namespace cute;

struct V {
  virtual int f() const {
    return 4;
  }

  int g() const {
    return f();
  }
};

struct W : V {
  int f() const override {
    return 8;
  }
};

void nobody_calls(V const* p) {
  auto unseen = make_layout((*p).f());
  //^ unknown
}

void main() {
  W w;
  V& v = w;
  auto by_reference = make_layout(v.f());
  //^ = 8:1
  auto through = make_layout(v.g());
  //^ = 8:1
  V copy = w;
  auto of_copy = make_layout(copy.f());
  //^ = 4:1
  V* p = &w;
  auto by_pointer = make_layout((*p).f());
  //^ unknown
}
