// Two groups of threads share the rows of a tile of which another part is replaced before.
#include <cute/tensor.hpp>
using namespace cute;

template <class ComposedTileShape, class ThreadShape = Shape<_2, _1, _1>>
struct Mainloop {
  static constexpr auto HeadDim = size<2, 0>(ComposedTileShape{}) + size<2, 1>(ComposedTileShape{});
  using TileShapeQK = decltype(shape_div(replace<2>(ComposedTileShape{}, HeadDim), ThreadShape{}));
  //^ = (128,128,128) if ComposedTileShape = Shape<_256,_128,Shape<_64,_64>>, ThreadShape = (2,1,1)
  using Tile = decltype(make_layout(select<0, 1>(TileShapeQK{})));
  //^ = (128,128):(1,128) if ComposedTileShape = Shape<_256,_128,Shape<_64,_64>>, ThreadShape = (2,1,1)
};
