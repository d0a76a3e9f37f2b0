#include <cute/tensor.hpp>
using namespace cute;

// What is not followed is not taken to begin at 0: the elements are 9, (4,4) and (3,1).
void begins() {
  auto counter = make_inttuple_iter(3);
  auto tensor = make_tensor(counter, make_layout(Int<8>{}));
  auto element = tensor(2);
  //^ = 5
  auto moved = make_tensor(counter + 4, make_layout(Int<8>{}));
  auto behind = moved(2);
  //^ unknown: where what is counted begins
  auto coordinates = make_identity_tensor(make_shape(Int<8>{}, Int<8>{}));
  auto tile = local_tile(coordinates, make_shape(Int<4>{}, Int<4>{}), make_coord(1, 1));
  auto again = make_tensor(tile.data(), tile.layout());
  auto first = again(0, 0);
  //^ unknown: where what is counted begins
  auto slice = coordinates(3, _);
  auto of_slice = make_tensor(slice.data(), slice.layout());
  auto second = of_slice(1);
  //^ unknown
}
