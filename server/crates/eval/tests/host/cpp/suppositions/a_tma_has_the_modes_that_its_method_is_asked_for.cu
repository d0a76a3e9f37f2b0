// A TMA copy of which nothing but its name tells is one of a tensor of as many modes as the code asks coordinates of. How
// TMA counts in modes of modes is CuTe's (`get_tma_tensor` of `make_tma_copy` over such a tensor).
#include <cute/tensor.hpp>
using namespace cute;

template <class Traits>
struct Load {
  struct Params {
    typename Traits::TMA_Q tma_load_q;
  };

  template <class ProblemShape>
  __device__ void load(Params const& params, ProblemShape const& problem_shape, int role) {
    auto heads = make_shape(make_shape(2, get<1>(problem_shape)), 4);
    if (role == 1) {
      auto mQ = params.tma_load_q.get_tma_tensor(make_shape(get<0>(problem_shape), get<2>(problem_shape), heads));
      //^ = (?,?,((2,?),4)):(1@1,1@0,((1@2,1@3),1@4)) if problem_shape = make_shape(m, n, k, l), Traits::TMA_Q = SM90_TMA_LOAD of tiles of 128x64 from (?,?,((?,?),?)), params of the class Params
      auto gQ = local_tile(mQ, Shape<_128, _64>{}, make_coord(_, _, _));
    }
  }
};
