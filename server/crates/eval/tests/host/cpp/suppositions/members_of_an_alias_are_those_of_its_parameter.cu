// A template parameter that is asked for members through its alias, which has no underscore; numbers of run time among them.
#include <cute/tensor.hpp>
using namespace cute;

template <class SmemLayoutAtomsA_, class Params_>
struct Mainloop {
  using SmemLayoutAtomsA = SmemLayoutAtomsA_;
  using InputLayoutAtom = typename SmemLayoutAtomsA::InputLayoutAtom;
  //^ = Sw<3,3,3> o 0 o (8,64):(64,1) if SmemLayoutAtomsA_::InputLayoutAtom = composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})

  CUTE_DEVICE void load(float* p, Params_ const& params) {
    Tensor q = make_tensor(make_gmem_ptr(p), make_shape(params.h, _64{}), make_stride(params.q_row_stride, _1{}));
    //^ = (?,64):(?,1) if params::h a number of run time, params::q_row_stride a number of run time
    Tensor g = local_tile(q, Shape<_32, _64>{}, make_coord(_0{}, _0{}));
    //^ = (32,64):(?,1) if params::h a number of run time, params::q_row_stride a number of run time
  }
};
