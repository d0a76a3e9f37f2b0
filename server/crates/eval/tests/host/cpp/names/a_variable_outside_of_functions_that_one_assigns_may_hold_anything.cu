#include <cute/tensor.hpp>
using namespace cute;

int width = 5;
static int height = 6;
int depth = 7;
static int own = 8;

void set(int n) {
  width = n;
}

void f() {
  auto a = make_shape(width, height);
  //^ = (width,height)
  auto b = make_shape(depth, own);
  //^ = (depth,8)
}

void reset() {
  width = 8;
  height = 9;
}
