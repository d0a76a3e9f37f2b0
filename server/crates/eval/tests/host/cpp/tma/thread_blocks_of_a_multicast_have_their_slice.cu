#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a, int M, int K, int ld, int thread) {
  auto smem = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{}));
  Tensor mA = make_tensor(make_gmem_ptr(a), make_shape(M, K, 4), make_stride(ld, _1{}, K));
  auto tma = make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mA, smem(_, _, _0{}), make_shape(_128{}, _64{}), _2{});
  Tensor gA = local_tile(tma.get_tma_tensor(shape(mA)), make_shape(_128{}, _64{}), make_coord(_, _, _));
  Tensor sA = make_tensor(make_smem_ptr(a), smem);
  auto block = tma.get_slice(thread);
  Tensor tAgA = block.partition_S(gA);
  //^ = (((64,128),1),1,1,ceil_div(M,128),ceil_div(K,64),4):(((1@0,1@1),0),0,0,128@1,64@0,1@2)
  Tensor tAsA = block.partition_D(sA);
  //^ = (((64,128),1),1,1,(1,3)):(((1,64),0),0,0,(0,8192))
}
