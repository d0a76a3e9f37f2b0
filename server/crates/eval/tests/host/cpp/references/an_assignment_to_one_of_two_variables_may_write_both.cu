#include <cute/tensor.hpp>
using namespace cute;

int& least(int& p, int& q) {
  return p < q ? p : q;
}

void f(bool c) {
  int x = 4;
  int y = 5;
  int z = 6;
  (c ? x : y) = 2;
  auto a = make_shape(x, y, z);
  //^ = (x,y,6)
  int u = 7;
  int v = 8;
  least(u, v) = 3;
  auto b = make_shape(u, v, z);
  //^ = (u,v,6)
}
