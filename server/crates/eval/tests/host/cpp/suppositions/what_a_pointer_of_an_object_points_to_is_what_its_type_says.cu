// Of an object that nothing makes: fields of its base, and what its pointers point to.
#include <cute/tensor.hpp>
using namespace cute;

struct Sizes {
  int rows, stride;
};

struct Arguments : Sizes {
  half_t* data;
};

template <class Element, int kBlockM>
struct Mainloop {
  using SmemLayout = Layout<Shape<Int<kBlockM>, _64>, Stride<_64, _1>>;
  using Copy = decltype(make_tiled_copy(Copy_Atom<DefaultCopy, Element>{}, Layout<Shape<_32, _4>>{}, Layout<Shape<_1, _4>>{}));

  Copy const* copy_of_block;

  CUTE_DEVICE void load(Arguments const& args) {
    Tensor rows_of = make_tensor(make_gmem_ptr(args.data), make_shape(args.rows, _64{}), make_stride(args.stride, _1{}));
    //^ = (args.rows,64):(args.stride,1)
    Tensor tile = local_tile(rows_of, shape(SmemLayout{}), make_coord(_0{}, _0{}));
    //^ = (128,64):(args.stride,1) if Element = half_t, kBlockM = 128, args of the class Arguments
    auto part = copy_of_block->get_slice(threadIdx.x).partition_S(tile);
    //^ = ((1,4),4,4):((0,1),32*args.stride,16) if Element = half_t, kBlockM = 128, args of the class Arguments
  }
};
