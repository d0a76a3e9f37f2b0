#include <cute/tensor.hpp>
#include <functional>
#include <tuple>
using namespace cute;

void f() {
  int rows = 1, columns = 2;
  std::reference_wrapper<int> both[2] = {rows, columns};
  both[0].get() += 3;
  auto A = make_layout(make_shape(Int<8>{}, rows));
  //^ = (8,rows):(1,8)
  int depth = 1;
  std::tuple<int&, int> pairs[1] = {{depth, 2}};
  std::get<0>(pairs[0]) += 3;
  auto B = make_layout(make_shape(Int<8>{}, depth));
  //^ = (8,depth):(1,8)
  int copied = 1;
  int numbers[2] = {copied, 2};
  numbers[0] += 3;
  auto C = make_layout(make_shape(Int<8>{}, copied));
  //^ = (8,1):(1,8)
}
