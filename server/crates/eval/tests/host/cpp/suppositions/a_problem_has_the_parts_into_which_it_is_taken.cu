// What nothing gives has as many parts as the code names, and these the parts that are named of them.
#include <cute/tensor.hpp>
using namespace cute;

template <class ProblemShape, int kBlockM>
struct Kernel {
  struct Params {
    ProblemShape problem_shape;
    float* ptr_O;
  };

  CUTE_DEVICE void operator()(Params const& params) {
    auto [Q, K, D, HB] = params.problem_shape;
    auto [H, B] = HB;
    Tensor mO = make_tensor(make_gmem_ptr(params.ptr_O), make_shape(Q, Int<64>{}, make_shape(H, B)), LayoutLeft{});
    //^ = (params.problem_shape.0,64,(params.problem_shape.3.0,params.problem_shape.3.1)):(1,params.problem_shape.0,(64*params.problem_shape.0,64*params.problem_shape.0*params.problem_shape.3.0)) if ProblemShape = Shape<int,int,int,Shape<int,int>>, kBlockM = 128, params of the class Params
    Tensor gO = local_tile(mO, make_shape(Int<kBlockM>{}, Int<64>{}), make_coord(_, _0{}, make_coord(0, 0)));
    //^ = (128,64,ceil_div(params.problem_shape.0,128)):(1,params.problem_shape.0,128) if ProblemShape = Shape<int,int,int,Shape<int,int>>, kBlockM = 128, params of the class Params
  }
};

template <class ProblemShape, class BlockCoord>
CUTE_DEVICE void tile(float const* p, ProblemShape const& problem_shape, BlockCoord const& blk_coord) {
  auto heads = get<3, 0>(problem_shape);
  Tensor m = make_tensor(make_gmem_ptr(p), make_shape(get<0>(problem_shape), Int<128>{}, heads), LayoutLeft{});
  //^ = (?,128,?):(1,?,?) if problem_shape = make_shape(m, n, k, make_shape(l, ldm)), blk_coord = make_coord(m, n, k)
  auto [i, j, k] = blk_coord;
  Tensor g = local_tile(m, Shape<_64, _64>{}, make_coord(i, j, k));
  //^ = (64,64):(1,?) if problem_shape = make_shape(m, n, k, make_shape(l, ldm)), blk_coord = make_coord(m, n, k)
}
