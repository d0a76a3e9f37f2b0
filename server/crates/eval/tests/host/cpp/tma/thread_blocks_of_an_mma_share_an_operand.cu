#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a, int M, int K) {
  auto mma = make_tiled_mma(
      SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 128, UMMA::Major::K, UMMA::Major::K>{},
      Layout<Shape<_2, _2, _1>>{});
  auto smem = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{},
                                      partition_shape_A(mma, make_shape(_512{}, _64{})));
  Tensor mA = make_tensor(make_gmem_ptr(a), make_shape(M, K), make_stride(K, _1{}));
  auto tma =
      make_tma_copy_A_sm100(SM100_TMA_2SM_LOAD_MULTICAST{}, mA, smem, make_shape(_512{}, _256{}, _64{}), mma);
  using Layout_TV = typename decltype(tma)::TiledLayout_TV;
  auto layout_tv = Layout_TV{};
  //^ = ((4,2),(((64,128),1))):((0,64),(((128,1),0)))
}
