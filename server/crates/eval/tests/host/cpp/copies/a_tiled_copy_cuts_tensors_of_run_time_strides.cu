#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a, int ld, int thread) {
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _8>>{},
                              Layout<Shape<_8, _1>>{});
                              //^ = TiledCopy<Copy_Atom<UniversalCopy<uint128_t>,half_t>, (256,8):(8,1), <256,8>>
  Tensor gA = make_tensor(make_gmem_ptr(a), make_shape(_256{}, _64{}), make_stride(_1{}, ld));
  ThrCopy thr_copy = copy.get_slice(thread);
  Tensor tAgA = thr_copy.partition_S(gA);
  //^ = ((8,1),1,8):((1,0),0,8*ld)
  Tensor tArA = make_fragment_like(tAgA);
  //^ = ((8,1),1,8):((1,0),0,8)
  using Tiler = typename decltype(copy)::Tiler_MN;
  auto tiler = Tiler{};
  //^ = (256,8)
}
