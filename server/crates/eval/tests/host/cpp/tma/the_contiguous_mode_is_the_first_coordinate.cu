#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a, int M, int K, int ld) {
  auto smem = tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{}));
  Tensor mA = make_tensor(a, make_shape(M, K), make_stride(_1{}, ld));
  Copy_Atom tma = make_tma_atom(SM90_TMA_LOAD{}, mA, smem(_, _, 0), make_shape(_128{}, _64{}));
  Tensor coordinates = tma.get_tma_tensor(make_shape(M, K));
  //^ = (M,K):(1@0,1@1)
  Tensor gA = local_tile(coordinates, make_shape(_128{}, _64{}), make_coord(0, _));
  Tensor sA = make_tensor(make_smem_ptr(a), smem);
  auto [tAgA, tAsA] =
      tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
      //^ tAgA = (((64,8),(2,8)),ceil_div(K,64)):(((1@0,1@1),(64@0,8@1)),64@1)
      //^ tAsA = ((512,16),(1,3)):((1,512),(0,8192))
}
