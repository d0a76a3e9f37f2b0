#include <array>
#include <cute/tensor.hpp>
using namespace cute;

void arrays() {
  auto shape = make_shape(Int<4>{}, Int<8>{});
  const std::array<decltype(shape), 1> shapes{shape};
  auto first = shapes[0];
  //^ = (4,8)
  const std::array<int, 2> numbers{{3, 5}};
  auto number = numbers[1];
  //^ = 5
  const std::array<int, 1> single{{7}};
  auto only = single[0];
  //^ = 7
}
