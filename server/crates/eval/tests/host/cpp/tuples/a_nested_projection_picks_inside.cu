#include <cute/tensor.hpp>
using namespace cute;

void picks() {
  auto nested = make_shape(make_shape(Int<2>{}, Int<3>{}), Int<4>{});
  auto inside = dice(make_coord(make_coord(_, 1), 1), nested);
  //^ = (3,4)
  auto whole = dice(make_coord(1, _), nested);
  //^ = ((2,3))
  auto one = append<1>(Int<5>{}, Int<7>{});
  //^ prints _5
  auto same = append<2>(make_shape(Int<5>{}, Int<6>{}), Int<7>{});
  //^ = (5,6)
}
