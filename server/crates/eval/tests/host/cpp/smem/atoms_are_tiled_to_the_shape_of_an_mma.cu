#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto shape = make_shape(make_shape(_128{}, _16{}), _2{}, _4{}, _3{});
  auto k_major = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, shape);
  //^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((128,16),2,4,(1,3)):((64,1),8192,16,(0,16384))
  auto mn_major = UMMA::tile_to_mma_shape(UMMA::Layout_MN_SW128_Atom<half_t>{}, shape, Step<_2, _1, _3>{});
  //^ = Sw<3,4,3> o smem_ptr[16b](unset) o (((64,2),16),2,4,(1,3)):(((1,4096),64),8192,1024,(0,16384))
}
