// Sequences of integers are types that templates take apart (cute/numeric/integer_sequence.hpp).
#include <cute/tensor.hpp>
using namespace cute;

template <size_t... I>
auto shape_of(std::index_sequence<I...>) {
  return make_shape(Int<I + 1>{}...);
}

template <int... I>
constexpr int sum_of(seq<I...>) {
  return (0 + ... + I);
}

template <class F, size_t... I>
int summed(F f, std::index_sequence<I...>) {
  return (0 + ... + f(I));
}

int main() {
  auto counted = make_layout(shape_of(std::make_index_sequence<3>{}));
  //^ = (1,2,3):(0,1,2)
  auto written = make_layout(shape_of(std::index_sequence<3, 7>{}));
  //^ = (4,8):(1,4)
  auto sum = make_layout(Int<10 + sum_of(make_seq<5>{})>{});
  //^ = 20:1
  auto range = make_layout(Int<sum_of(make_range<2, 5>{})>{});
  //^ = 9:1
  auto of_tuple = make_layout(Int<10 + sum_of(tuple_seq<Shape<_7, _8, _9>>{})>{});
  //^ = 13:1
  auto of_lambda = make_layout([]<size_t... I>(index_sequence<I...>) { return make_shape(Int<I + 1>{}...); }(make_index_sequence<4>{}));
  //^ of_lambda = (1,2,3,4):(0,1,2,6)
  int called = 3;
  summed([&](int) { called += 2; return called; }, std::make_index_sequence<4>{});
  auto behind = make_layout(called);
  //^ = 11:1
}
