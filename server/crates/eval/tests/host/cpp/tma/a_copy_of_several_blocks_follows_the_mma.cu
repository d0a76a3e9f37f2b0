#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a, int M, int K, int thread) {
  auto mma = make_tiled_mma(
      SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 256, UMMA::Major::K, UMMA::Major::K>{});
  auto tiler = make_shape(_256{}, _256{}, _64{});
  auto smem = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{},
                                      partition_shape_A(mma, make_shape(_256{}, _64{})));
  auto cluster =
      tiled_divide(make_layout(make_shape(_4{}, _4{}, _1{})), make_tile(typename decltype(mma)::AtomThrID{}));
      //^ = ((2),2,4,1):((1),2,4,0)
  Tensor mA = make_tensor(make_gmem_ptr(a), make_shape(M, K), make_stride(K, _1{}));
  Copy_Atom tma = make_tma_atom_A_sm100(SM100_TMA_2SM_LOAD_MULTICAST{}, mA, smem, tiler, mma, cluster);
  Tensor coordinates = tma.get_tma_tensor(shape(mA));
  Tensor gA = local_tile(coordinates, tiler, make_coord(0, 0, _), Step<_1, X, _1>{});
  Tensor tCgA = mma.get_slice(thread).partition_A(gA);
  //^ = ((128,16),1,4,ceil_div(K,64)):((1@1,1@0),0,16@0,64@0)
  Tensor tCsA = make_tensor(make_smem_ptr(a), smem);
  auto [tAgA, tAsA] = tma_partition(tma, thread, make_layout(size<2>(cluster)), group_modes<0, 3>(tCsA),
                                    group_modes<0, 3>(tCgA));
                                    //^ tAgA = (((64,128),1),ceil_div(K,64)):(((1@0,1@1),0),64@0)
                                    //^ tAsA = ((8192,1)):((1,0))
}
