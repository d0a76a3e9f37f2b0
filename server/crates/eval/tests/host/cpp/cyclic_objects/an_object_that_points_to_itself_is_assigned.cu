#include <cute/tensor.hpp>
using namespace cute;

struct Node {
  Node* p0;
  Node* p1;
  int value;
  const int fixed = 5;

  Node() {
    p0 = this;
    p1 = this;
    value = 4;
  }

  Node& operator=(Node const& other);
};

void given(Node& n);

void f() {
  Node a;
  Node b;
  int before = b.value;
  auto z = make_layout(before);
  a = Node();
  auto x = make_layout(a.value);
  auto y = make_layout(a.fixed);
  //^ = 5:1
}
