#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto sizes = cute::make_tuple(4, 8);
  //^ = (4,8)
  cute::get<0>(sizes) = 5;
  auto layout = make_layout(make_shape(cute::get<0>(sizes), Int<2>{}));
  //^ = (?,2):(1,?)
  auto other = cute::make_tuple(4, 8);
  //^ = (4,8)
  auto kept = make_layout(make_shape(cute::get<0>(other), Int<2>{}));
  //^ = (4,2):(1,4)
}
