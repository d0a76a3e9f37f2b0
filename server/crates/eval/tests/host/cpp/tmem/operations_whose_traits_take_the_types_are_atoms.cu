#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(int K) {
  using Traits = MMA_Traits<SM100_MMA_F8F6F4_SS, float_e4m3_t, float_e4m3_t, float, Int<128>, Int<64>,
                            integral_constant<UMMA::Major, UMMA::Major::K>,
                            integral_constant<UMMA::Major, UMMA::Major::K>,
                            integral_constant<UMMA::ScaleIn, UMMA::ScaleIn::One>,
                            integral_constant<UMMA::ScaleIn, UMMA::ScaleIn::One>>;
  auto mma = make_tiled_mma(MMA_Atom<Traits>{});
  auto tile = tile_shape(mma);
  //^ = (128,64,32)
  Tensor acc = partition_fragment_C(mma, make_shape(_128{}, _64{}));
  //^ = ((128,64),1,1):((65536,1),0,0)
}
