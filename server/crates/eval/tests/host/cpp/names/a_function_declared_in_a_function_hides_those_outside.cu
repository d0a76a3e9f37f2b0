#include <cute/tensor.hpp>
using namespace cute;

inline int rows(int) { return 1; }
inline int rows(double) { return 2; }

void f() {
  auto outer = make_layout(make_shape(Int<8>{}, rows(1)));
  //^ = (8,1):(1,8)
  {
    int rows(double);
    int of_double = rows(1);
    auto inner = make_layout(make_shape(Int<8>{}, of_double));
    //^ = (8,of_double):(1,8)
  }
}
