#include <array>
#include <cute/tensor.hpp>
using namespace cute;

void truths(int m) {
  constexpr bool is_integral_type = is_integral<true_type>::value;
  //^ = true
  bool less = 3 < 4;
  constexpr bool is_bool = is_integral<decltype(less)>::value;
  //^ = true
  auto at = make_identity_tensor(make_shape(Int<4>{}, Int<8>{}))(1, 2);
  constexpr bool is_coordinate = is_tuple<decltype(at)>::value;
  //^ = true
  std::array<int, 3> numbers{1, 2, 3};
  constexpr bool is_array = is_tuple<decltype(numbers)>::value;
  //^ unknown: whether an object is a tuple
}
