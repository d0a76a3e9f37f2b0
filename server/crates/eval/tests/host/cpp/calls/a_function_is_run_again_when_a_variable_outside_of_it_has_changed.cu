#include <cute/tensor.hpp>
using namespace cute;

int width = 5;

auto tile() {
  return make_layout(width);
}

void f() {
  auto a = tile();
  //^ = width:1
  width = 9;
  auto b = tile();
  //^ = 9:1
}
