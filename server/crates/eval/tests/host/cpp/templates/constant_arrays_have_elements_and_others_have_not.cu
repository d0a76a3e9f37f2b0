#include <cute/tensor.hpp>
using namespace cute;

struct Plan {
  static constexpr std::array<int, 2> extents = {6, 10};
  static constexpr int steps[2] = {3, 5};
};

void f() {
  int open[2] = {1, 2};
  auto fixed = make_shape(Int<Plan::extents[1]>{}, Int<Plan::steps[0]>{});
  //^ = (10,3)
  auto loose = make_shape(open[0]);
  //^ unknown
}
