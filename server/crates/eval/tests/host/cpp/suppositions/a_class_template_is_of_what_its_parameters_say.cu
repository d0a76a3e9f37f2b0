// Nothing instantiates the template: its parameters are what their names say, the same for all of its methods.
#include <cute/tensor.hpp>
using namespace cute;

template <class Element, int kBlockM, int kBlockK, bool Is_causal>
struct Mainloop {
  using SmemLayout = Layout<Shape<Int<kBlockM>, Int<kBlockK>>, Stride<Int<kBlockK>, _1>>;
  //^ = (128,64):(64,1) if Element = half_t, kBlockM = 128, kBlockK = 64, Is_causal = false

  CUTE_DEVICE void load(Element const* source, int rows, int stride) {
    Tensor rows_of = make_tensor(make_gmem_ptr(source), make_shape(rows, Int<kBlockK>{}), make_stride(stride, _1{}));
    //^ = (rows,64):(stride,1) if Element = half_t, kBlockM = 128, kBlockK = 64, Is_causal = false
    Tensor tile = local_tile(rows_of, shape(SmemLayout{}), make_coord(_, _0{}));
    //^ = (128,64,ceil_div(rows,128)):(stride,1,128*stride) if Element = half_t, kBlockM = 128, kBlockK = 64, Is_causal = false
  }
};
