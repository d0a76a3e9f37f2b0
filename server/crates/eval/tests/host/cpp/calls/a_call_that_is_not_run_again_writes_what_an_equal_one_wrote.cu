// A call is not run again where an equal one was: it writes what that one wrote, unless its arguments are one variable, or
// what it is given may be written by other code.
#include <cute/tensor.hpp>
using namespace cute;

void unseen(int& number);

void exchange(int& one, int const& other) {
  one = 5;
  one = other == 5 ? 7 : 1;
}

void write_three(int& number) { number = 3; }

void let_out(int& number, int) { unseen(number); }

void seen_writes() {
  int x = 1, y = 1, v = 1, w = 1, z = 1;
  exchange(x, y);
  auto first = make_layout(make_shape(x, _8{}));
  //^ = (1,8):(1,1)
  exchange(v, w);
  auto again = make_layout(make_shape(v, _8{}));
  //^ = (1,8):(1,1)
  exchange(z, z);
  auto of_itself = make_layout(make_shape(z, _8{}));
  //^ = (7,8):(1,7)
  int a = 1, b = 1;
  write_three(a);
  write_three(b);
  auto written = make_layout(make_shape(a, _8{}));
  //^ = (3,8):(1,3)
  auto written_again = make_layout(make_shape(b, _8{}));
  //^ = (3,8):(1,3)
}

void unseen_writes() {
  int p = 4, q = 4, r = 4;
  let_out(p, 0);
  auto first = make_layout(make_shape(p, _8{}));
  //^ = (p,8):(1,p)
  let_out(q, 0);
  auto again = make_layout(make_shape(q, _8{}));
  //^ = (q,8):(1,q)
  p = 9;
  auto before = make_layout(make_shape(p, _8{}));
  //^ = (p,8):(1,p)
  let_out(r, 0);
  auto behind = make_layout(make_shape(p, _8{}));
  //^ = (p,8):(1,p)
  q = 9;
  let_out(q, 0);
  auto once_more = make_layout(make_shape(q, _8{}));
  //^ = (q,8):(1,q)
}
