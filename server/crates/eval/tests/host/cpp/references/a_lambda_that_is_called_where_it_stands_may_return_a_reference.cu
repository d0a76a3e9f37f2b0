#include <cute/tensor.hpp>
using namespace cute;

inline auto holder(int& x) {
  return [&]() -> int& { return x; };
}

void f() {
  int rows = 3;
  int& bound = [&]() -> int& { return rows; }();
  bound += 9;
  auto A = make_layout(make_shape(Int<8>{}, rows));
  //^ = (8,rows):(1,8)
  int columns = 3;
  [&]() -> int& { return columns; }() += 9;
  auto B = make_layout(make_shape(Int<8>{}, columns));
  //^ = (8,columns):(1,8)
  int held = 3;
  int& of_holder = holder(held)();
  of_holder += 9;
  auto C = make_layout(make_shape(Int<8>{}, held));
  //^ = (8,held):(1,8)
}
