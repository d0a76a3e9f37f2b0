#include <cute/tensor.hpp>
using namespace cute;

struct Node {
  Node* p0;
  Node* p1;
  Node* p2;
  Node* p3;
  Node* p4;
  Node* p5;
  Node* p6;
  Node* p7;
  Node* p8;
  Node* p9;
  Node* p10;
  Node* p11;
  int value;
  const int fixed = 5;

  Node() {
    p0 = this;
    p1 = this;
    p2 = this;
    p3 = this;
    p4 = this;
    p5 = this;
    p6 = this;
    p7 = this;
    p8 = this;
    p9 = this;
    p10 = this;
    p11 = this;
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
  a.p0 = &b;
  b.p0 = &a;
  given(b);
  auto w = make_layout(b.value);
  //^ = ?:1
  auto x = make_layout(a.value);
  //^ = ?:1
  auto y = make_layout(a.fixed);
  //^ = 5:1
}
