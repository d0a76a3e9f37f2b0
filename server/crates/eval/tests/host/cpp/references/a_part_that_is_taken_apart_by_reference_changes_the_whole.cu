#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto pair = make_tuple(1, 2);
  auto& [first, second] = pair;
  auto before = make_layout(pair);
  //^ = (1,2):(1,1)
  first = 9;
  auto behind = make_layout(pair);
  //^ = (?,?):(1,?)
}
