// `M == GMMA::Major::K`: what follows from it has a value.
#include <cute/tensor.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
using namespace cute;

template <bool Transposed, int D>
struct Traits {
  static constexpr GMMA::Major major = Transposed ? GMMA::Major::MN : GMMA::Major::K;
  using Order = std::conditional_t<major == GMMA::Major::K, Step<_1, _2, _3>, Step<_2, _1, _3>>;
  using Atom = decltype(cutlass::gemm::collective::detail::ss_smem_selector<major, half_t, Int<D>, _64>());
  using Tile = decltype(tile_to_shape(Atom{}, make_shape(Int<D>{}, _64{}, _2{}), Order{}));
};

void f() {
  using V = Traits<true, 128>::Tile;
  //^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((64,2),(8,8),(1,2)):((1,4096),(64,512),(0,8192))
  using K = Traits<false, 128>::Tile;
  //^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,1),(1,2)):((64,512),(1,0),(0,8192))
}
