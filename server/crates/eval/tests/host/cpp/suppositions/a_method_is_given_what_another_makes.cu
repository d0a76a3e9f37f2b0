// `load_inputs` of `load` is what `load_init` gives: so CUTLASS's kernels call its collectives.
#include <cute/tensor.hpp>
using namespace cute;

template <class TileShape_>
struct Collective {
  using TileShape = TileShape_;

  template <class Tensor_>
  auto load_init(Tensor_ const& gA) const {
    return make_tuple(local_tile(gA, select<0, 2>(TileShape{}), make_coord(_, _)), _1{});
  }

  template <class Inputs>
  void load(Inputs const& load_inputs) const {
    auto tiles = get<0>(load_inputs);
    //^ = (128,64,1,1):(?,1,0,0) if TileShape_ = Shape<_128,_128,_64>, gA a tile of 128x64 half_t in global memory, load_inputs = what load_init gives
  }
};
