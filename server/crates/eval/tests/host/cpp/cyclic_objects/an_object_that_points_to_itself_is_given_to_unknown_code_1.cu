#include <cute/tensor.hpp>
using namespace cute;

struct Node {
  Node* p0;
  int value;
  const int fixed = 5;

  Node() {
    p0 = this;
    value = 4;
  }
};

void given(Node& n);

void f() {
  Node a;
  Node b;
  int before = b.value;
  auto z = make_layout(before);
  //^ = b.value:1
  given(a);
  auto x = make_layout(a.value);
  //^ = ?:1
  auto y = make_layout(a.fixed);
  //^ = 5:1
}
