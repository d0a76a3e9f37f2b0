// In a `decltype` nothing is computed: what an object would hold that is made with no numbers says nothing of its type.
#include <cute/tensor.hpp>
using namespace cute;

using Strides = Stride<int64_t, _1>;
using OfGlobal = decltype(make_tensor(make_gmem_ptr((half_t*)nullptr), repeat_like(Strides{}, 0), Strides{}));
using Tile = decltype(local_tile(OfGlobal{}, Shape<_16, _8>{}, make_coord(_0{}, _0{})));
using Load = decltype(make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr((half_t*)nullptr), repeat_like(Strides{}, 0), Strides{}), Layout<Shape<_16, _8>, Stride<_8, _1>>{}));

void f(Load const& load, int m, int k) {
  Tensor mA = load.get_tma_tensor(make_shape(m, k));
  //^ = (m,k):(1@1,1@0)
}
