// `transform_layout` of two: modes that only one of them has stay as they are.
#include <cute/tensor.hpp>
using namespace cute;

void f(int n) {
  auto of_values = Layout<Shape<_2, _2, _16>, Stride<_1, _2, _4>>{};
  auto modes = transform_layout(of_values, [](auto const& mode) { return logical_divide(mode, _2{}); });
  //^ modes = ((2,1),(2,1),(2,8)):((1,0),(2,0),(4,8))
  auto longer = Layout<Shape<_4, _8, _2, _3>>{};
  auto firsts = transform_layout(of_values, longer, [](auto const& mode, auto const&) { return mode; });
  //^ firsts = (2,2,16,3):(1,2,4,64)
  auto near = filter(transform_layout(of_values, Shape<_1, _64, _8>{}, [](auto const& mode, auto const& at) {
    if constexpr (decltype(at < _64{})::value) {
      return mode;
    } else {
      return make_layout(_1{}, _0{});
    }
  }));
  //^ = (2,16):(1,4)
  auto sizes = transform_layout(make_shape(_4{}, n), [](auto const& size) { return make_layout(size); });
  //^ sizes = (4,n):(1,1)
}
