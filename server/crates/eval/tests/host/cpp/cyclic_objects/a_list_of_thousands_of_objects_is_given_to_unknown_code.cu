#include <cute/tensor.hpp>
using namespace cute;

struct Node {
  Node* next;
  int value = 4;
};

void given(Node& n);

void f() {
  Node first;
  Node* last = &first;
  for (int i = 0; i < 2000; ++i) {
    last->next = new Node();
    last = last->next;
  }
  given(first);
  auto x = make_layout(first.value);
  //^ = ?:1
}
