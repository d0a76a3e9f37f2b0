// What is sliced of a shape, a stride or a tile is a tuple without strides (cute/underscore.hpp).
#include <cute/tensor.hpp>
using namespace cute;

int main() {
  auto shape = make_shape(Int<4>{}, make_shape(Int<6>{}, Int<7>{}), Int<3>{});
  auto rows = make_layout(slice(make_coord(_, 1, _), make_shape(_4{}, _6{}, _3{})));
  //^ = (4,3):(1,4)
  auto beside = make_layout(slice(make_coord(_, make_coord(1, _), 2), shape));
  //^ = (4,7):(1,4)
  auto whole = make_layout(slice(make_coord(_, _, 2), shape));
  //^ = (4,(6,7)):(1,(4,24))
  auto of_layout = slice(make_coord(_, make_coord(1, _), 2), make_layout(shape));
  //^ = (4,7):(1,24)
  auto tile = zipped_divide(make_layout(Shape<_16, _9>{}), slice(make_coord(_, 1, _), make_tile(_4{}, _6{}, _3{})));
  //^ = ((4,3),(4,3)):((1,16),(4,48))
}
