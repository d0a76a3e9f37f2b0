// `layout_Q` among what a kernel is given is the layout of a tensor in global memory, `layout_A` that of a matrix.
#include <cute/tensor.hpp>
using namespace cute;

template <class Traits>
struct Mainloop {
  struct Params {
    typename Traits::Layout layout_Q;
  };

  CUTE_DEVICE void load(Params const& params) {
    auto whole = make_identity_tensor(params.layout_Q.shape());
    //^ = (?,?,?):(1@0,1@1,1@2) if params of the class Params, params.layout_Q = make_layout(make_shape(m, k, l), make_stride(ldm, _1{}, ldn))
    auto tile = local_tile(whole, Shape<_128, _64>{}, make_coord(0, 0, 0));
    //^ = (128,64):(1@0,1@1) if params of the class Params, params.layout_Q = make_layout(make_shape(m, k, l), make_stride(ldm, _1{}, ldn))
  }
};

template <class Traits>
struct Product {
  struct Params {
    typename Traits::Layout layout_A;
  };

  CUTE_DEVICE void load(Params const& params) {
    auto whole = make_identity_tensor(params.layout_A.shape());
    auto tiles = local_tile(whole, Shape<_128, _64>{}, make_coord(0, _));
    //^ = (128,64,?):(1@0,1@1,64@1) if params of the class Params, params.layout_A = make_layout(make_shape(m, k), make_stride(ldm, _1{}))
    auto first = tiles(_, _, 0);
    //^ = (128,64):(1@0,1@1) if params of the class Params, params.layout_A = make_layout(make_shape(m, k), make_stride(ldm, _1{}))
  }
};
