// The outer `rows` is another variable, however deep the inner name lies.
#include <cute/tensor.hpp>
using namespace cute;

void f() {
  int rows = 4;
  {
    int const((((((((((((((((((((rows)))))))))))))))))))) = 8;
    auto inner = make_shape(rows, _2{});
    //^ = (8,2)
  }
  auto outer = make_shape(rows, _2{});
  //^ = (4,2)
}
