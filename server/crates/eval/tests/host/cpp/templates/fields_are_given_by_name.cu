#include <cute/tensor.hpp>
using namespace cute;

struct Inner {
  int rows = 3;
  int columns = 4;
};

struct Options {
  int stages = 2;
  Inner inner;
};

void f() {
  Options options{.inner = {.columns = 9}};
  auto mine = make_shape(options.stages, options.inner.rows, options.inner.columns);
  //^ = (2,3,9)
}
