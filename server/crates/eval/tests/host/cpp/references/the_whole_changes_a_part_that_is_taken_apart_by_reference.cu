#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto pair = make_tuple(1, 2);
  auto& [first, second] = pair;
  auto [mine, own] = pair;
  get<0>(pair) = 9;
  pair = make_tuple(7, 8);
  auto of_reference = make_layout(first);
  //^ = first:1
  auto of_copy = make_layout(mine);
  //^ = 1:1
}
