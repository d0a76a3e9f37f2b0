// What a tensor's elements are is not known: a function of each of them is called as often as there are elements, and is given
// none that has a layout (cute/algorithm/tensor_algorithms.hpp). What is no tuple and no tensor is given to it as it is.
#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto values = make_tensor<float>(Shape<_2, _3>{});
  //^ = (2,3):(1,2)
  int in_place = 0, beside = 0, each = 0;
  auto of_one = [&](auto value) {
    in_place = in_place + 1;
    return value;
  };
  transform(values, of_one);
  auto of_place = make_layout(in_place);
  //^ = in_place:1
  transform(values, values, [&](auto other) {
    beside = beside + 1;
    return other;
  });
  auto of_both = make_layout(beside);
  //^ = beside:1
  for_each(values, [&](auto) { each = each + 1; });
  auto of_each = make_layout(each);
  //^ = each:1
  auto given = [](auto number) {
    //^ number = 6
    return number + _1{};
  };
  auto whole = make_layout(transform(_6{}, given));
  //^ = 7:1
}
