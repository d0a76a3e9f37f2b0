#include <cute/tensor.hpp>
using namespace cute;

void read_sizes(int& x);

void f() {
  int x = 4;
  read_sizes(x);
  auto a = make_shape(x);
  //^ = (x)
  int y = 4;
  printf("%d", y);
  auto b = make_shape(y);
  //^ = (4)
}
