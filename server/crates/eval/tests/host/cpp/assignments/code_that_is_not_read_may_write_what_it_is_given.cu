// What an expression does that is not read as a value: who is given a name there may write it.
#include <cute/tensor.hpp>
using namespace cute;

namespace config {
int rows = 2;
}
struct Tile {
  int m;
};
struct Setter {
  Setter(int& n) { n = 5; }
  int v = 0;
};
int set(int& n, int v) {
  n = v;
  return v;
}
int id(int v) { return v; }

void two_assignments_in_one() {
  int a = 0, b = 1;
  id(a = b = 3);
  auto rows = make_layout(make_shape(b, _8{}));
  //^ = (b,8):(1,b)
}

template <class... Ts>
void folded(Ts... values) {
  Tile tile{1};
  (set(tile.m, values), ...);
  auto rows = make_layout(make_shape(tile.m, _8{}));
  //^ = (?,8):(1,?)
}
void folds() { folded(4, 5); }

void assembly() {
  int n = 1;
  asm volatile("# %0" ::"r"(&n) : "memory");
  auto rows = make_layout(make_shape(n, _8{}));
  //^ = (n,8):(1,n)
}

void in_braces() {
  config::rows = 2;
  int values[2] = {set(config::rows, 7), 2};
  auto rows = make_layout(make_shape(config::rows, _8{}));
  //^ = (rows,8):(1,rows)
}

void constructed_in_braces() {
  int n = 1;
  int values[2] = {Setter{n}.v, 2};
  auto rows = make_layout(make_shape(n, _8{}));
  //^ = (n,8):(1,n)
}

void compared() {
  int n = 3;
  bool k = 1 <=> set(n, 7) > 0;
  auto rows = make_layout(make_shape(n, _8{}));
  //^ = (n,8):(1,n)
}
