// A function's own macro that is a statement is read; what another of its macros writes is open, and nothing else is.
#include <cute/tensor.hpp>
using namespace cute;

int rows(int n) {
  int a = 1, b = 2, c = 3;
#define SET(x, to) x = to;
  SET(a, 4);
#define TWICE(x) (2 * (x))
  auto written = make_layout(a);
  //^ = 4:1
  c = 5;
  auto twice = make_layout(TWICE(c));
  //^ = 10:1
  auto other = make_layout(b);
  //^ = 2:1
#undef SET
  return b + \
         c;
}

void set(int& x, int to) { x = to; }

#define ARGUMENTS (a, 2)
#define ADD a += 3;
void calls(int n) {
  int a = 7, b = 3;
  set ARGUMENTS;
  auto given = make_layout(a);
  //^ = a:1
  auto other = make_layout(b);
  //^ = 3:1
}

void strings(int n) {
  int a = 7, b = 3;
  ADD "a string";
  auto added = make_layout(a);
  //^ = a:1
  auto other = make_layout(b);
  //^ = 3:1
}
