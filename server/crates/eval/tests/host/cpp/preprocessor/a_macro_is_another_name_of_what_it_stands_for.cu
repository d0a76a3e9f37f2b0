// What is given by reference under a macro's name is what that stands for.
#include <cute/tensor.hpp>
using namespace cute;

#define NAME a
#define PICK(x) a
#define OTHER NAME

void set(int& x, int to) { x = to; }
void open(int& x);

int given(int n) {
  int a = 2, b = 3;
  set(NAME, 7);
  auto first = make_layout(a);
  //^ = 7:1
  set(PICK(3), 8);
  auto second = make_layout(a);
  //^ = 8:1
  int& r = OTHER;
  r = 9;
  auto third = make_layout(a);
  //^ = 9:1
  open(NAME);
  auto fourth = make_layout(a);
  //^ = a:1
  auto other = make_layout(b);
  //^ = 3:1
  return 0;
}
