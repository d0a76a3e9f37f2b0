#include <cute/tensor.hpp>

using namespace cute;

template <class Shape, class Stages = _1>
constexpr auto staged(Shape const& shape, Stages stages = {}) {
  return make_layout(append(shape, stages));
}

template <class Shape>
constexpr auto by_three(Shape const& shape, _3 factor = {}, int rows = 4) {
  return make_layout(make_shape(shape, factor, rows));
}

auto one = staged(Shape<_4, _8>{});
//^ = (4,8,1):(1,4,0)
auto two = staged(Shape<_4, _8>{}, _2{});
//^ = (4,8,2):(1,4,32)
auto three = by_three(_4{});
//^ = (4,3,4):(1,4,12)

struct Rows {
  int count = 16;
};

constexpr auto of_rows(Rows rows = {}) {
  return make_layout(rows.count);
}

auto sixteen = of_rows();
//^ = 16:1
