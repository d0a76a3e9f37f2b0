#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(int K) {
  auto k_major = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{}));
  //^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192))
  auto stage = k_major(_, _, 0);
  //^ = Sw<3,4,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))
  auto swizzle = get_swizzle_portion(k_major);
  //^ = Sw<3,4,3>
  auto plain = get_nonswizzle_portion(k_major);
  //^ = ((8,16),(64,1),(1,3)):((64,512),(1,0),(0,8192))
  auto by_major = GMMA::Layout_SW64_Atom<half_t, GMMA::Major::K>{};
  //^ = Sw<2,4,3> o smem_ptr[16b](unset) o (8,32):(32,1)
}
