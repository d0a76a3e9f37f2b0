// What a loop goes over, and what its head begins with, may be of any type.
#include <cute/tensor.hpp>
#include <vector>
using namespace cute;

using Rows = Layout<Shape<int, int>, Stride<int, int>>;

void elements(std::vector<Rows> const& all) {
  for (Rows const& rows : all) {
    auto half = composition(rows, make_layout(_2{}));
    //^ unknown
    auto modes = make_shape(rank(rows), _9{});
    //^ unknown
  }
}

void assigned() {
  auto first = make_layout(make_shape(4, 6), make_stride(6, 1));
  for (auto rows = first; size(rows) < 100; rows = make_layout(make_shape(20, 6), make_stride(6, 1))) {
    auto half = composition(rows, make_layout(_2{}));
    //^ unknown
  }
}

void counted(int n) {
  for (int i = 0; i < n; ++i) {
    auto typed = make_layout(make_shape(i, _2{}));
    //^ = (i,2):(1,i)
  }
  for (auto i = 0; i < n; i += 2) {
    auto literal = make_layout(make_shape(i, _2{}));
    //^ = (i,2):(1,i)
  }
  for (auto i = n; i > 0; i = i / 2) {
    auto halved = make_layout(make_shape(i, _2{}));
    //^ = (i,2):(1,i)
  }
  for (auto weight = 0.5; weight < 2; weight *= 2) {
    auto fraction = make_layout(conditional_t<is_integral<decltype(weight)>::value, _3, _4>{});
    //^ unknown
  }
}
