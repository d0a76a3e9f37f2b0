#include <cute/tensor.hpp>
using namespace cute;

union Either {
  int a;
  int b;
};

void f() {
  Either either;
  either.a = 4;
  either.b = 5;
  auto written = make_shape(either.b);
  //^ = (5)
  auto replaced = make_shape(either.a);
  //^ = (?)
}
