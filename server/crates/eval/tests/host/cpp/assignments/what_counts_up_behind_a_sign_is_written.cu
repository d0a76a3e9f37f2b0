#include <cute/tensor.hpp>
using namespace cute;

void f() {
  int i = 4, j = 4;
  bool none = !i++;
  int less = -j--;
  auto a = make_layout(i == 4 ? 1 : 2);
  //^ = ?:1
  auto b = make_layout(j == 4 ? 1 : 2);
  //^ = ?:1
}
