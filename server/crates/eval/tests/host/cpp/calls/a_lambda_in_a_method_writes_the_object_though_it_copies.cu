#include <cute/tensor.hpp>
using namespace cute;

struct Steps {
  int n = 3;
  auto grow() {
    return [=]() mutable { n += 2; return n; };
  }
  auto kept() {
    return [*this] { return n; };
  }
};

void f() {
  Steps steps;
  auto grow = steps.grow();
  auto kept = steps.kept();
  grow();
  auto a = make_layout(steps.n == 3 ? 1 : 2);
  //^ = ?:1
  auto b = make_layout(kept());
  //^ unknown: a lambda has a copy
}
