// `tuple_element_t<0, tuple_element_t<2, TileShape>>`: the third mode is a tuple.
#include <cute/tensor.hpp>
using namespace cute;

template <class TileShape>
struct Kernel {
  using TileShapeH = tuple_element_t<0, TileShape>;
  using TileShapeD = tuple_element_t<2, TileShape>;
  using TileShapeL = tuple_element_t<0, TileShapeD>;
  using TileShapeR = tuple_element_t<1, TileShapeD>;
  static_assert(TileShapeL{} % TileShapeR{} == 0, "one head is made of the other");

  CUTE_DEVICE void operator()() {
    auto latent = make_layout(Shape<TileShapeH, TileShapeL>{});
    //^ = (128,64):(1,128) if TileShape = Shape<_128,_128,Shape<_64,_64>>
  }
};
