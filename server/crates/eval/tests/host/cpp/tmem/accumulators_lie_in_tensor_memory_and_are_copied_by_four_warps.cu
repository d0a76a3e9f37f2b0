#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a, float* c, int K, int ld) {
  auto mma =
      make_tiled_mma(SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, UMMA::Major::K, UMMA::Major::K>{});
  auto smem = UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{},
                                      partition_shape_A(mma, make_shape(_128{}, _64{})));
  Tensor gC = make_tensor(make_gmem_ptr(c), make_shape(_128{}, _256{}), make_stride(ld, _1{}));
  auto cta_mma = mma.get_slice(_0{});
  Tensor tCgC = cta_mma.partition_C(gC);
  //^ = ((128,256),1,1):((ld,1),0,0)
  Tensor tCrA = cta_mma.make_fragment_A(make_tensor(make_smem_ptr(a), smem));
  //^ = (1,1,4):(0,0,2)
  Tensor tCtAcc = cta_mma.make_fragment_C(tCgC);
  //^ = ((128,256),1,1):((65536,1),0,0)
  TiledCopy t2r = make_tmem_copy(SM100_TMEM_LOAD_32dp32b1x{}, tCtAcc);
  auto thr_t2r = t2r.get_slice(threadIdx.x);
  Tensor tDgC = thr_t2r.partition_D(tCgC);
  //^ = ((1,1),256,1,1):((0,0),1,0,0)
  Tensor tDtAcc = thr_t2r.partition_S(tCtAcc);
  //^ = ((32,1),256,1,1):((65536,0),1,0,0)
}
