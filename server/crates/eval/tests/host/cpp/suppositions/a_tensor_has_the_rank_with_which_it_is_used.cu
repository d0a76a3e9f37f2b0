// A parameter of a template of tensors, of which its name and its uses tell.
#include <cute/tensor.hpp>
using namespace cute;

template <class Engine, class Layout>
CUTE_DEVICE void tiles(Tensor<Engine, Layout> const& mA) {
  auto tile = local_tile(mA(_, _, 0), Shape<_32, _16>{}, make_coord(_, _));
  //^ = (32,16,?,?):(?,1,?,16) if mA of rank 3 and half_t
}
