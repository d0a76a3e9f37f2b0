// What depends on which head is the preprocessor's to say: what such a statement assigns to is open, what others do is not.
#include <cute/tensor.hpp>
using namespace cute;

#define EACH for (int i = 0; i < 3; ++i)
#define WHEN_LARGE(n) if (n > 3)
#define ADD_TO(x) x +=
#define ADD_TWO ADD_TO(rows) 2;
#define NOTHING /* yet */
#define LOUD(x)
#define FIRST 1

void torn(int n) {
  int rows = 4, columns = 4, depth = 4, known = 4;
  EACH
#if FIRST
  rows += 2;
#else
  columns += 3;
#endif
  known = 6;
  auto of_rows = make_layout(rows);
  //^ = rows:1
  WHEN_LARGE(n)
#pragma unroll
  columns += 1;
  auto of_columns = make_layout(columns);
  //^ unknown
  ADD_TO(depth) 5;
  auto of_depth = make_layout(depth);
  //^ = depth:1
  auto of_known = make_layout(known);
  //^ = 6:1
}

void in_other_macros() {
  int rows = 4;
  ADD_TWO
  auto of_rows = make_layout(rows);
  //^ = rows:1
}

void spelled_otherwise() {
  int rows = 4;
  ro\
ws = 7;
  auto of_rows = make_layout(rows);
  //^ = rows:1
}

// A macro that stands for nothing does not take the next line along, and a pragma ends no statement.
void whole() {
  int rows = 4;
  do
#pragma unroll
    rows = 8;
  while (false);
  LOUD(rows);
  auto of_rows = make_layout(rows);
  //^ = 8:1
}

void reference(int n) {
  int a = 6, b = 6;
#if defined(LARGE)
  if (n > 3) { {
#else
  { int &
#endif
  r = a; r += 7; }
  auto torn = make_layout(a);
  //^ = a:1
}
