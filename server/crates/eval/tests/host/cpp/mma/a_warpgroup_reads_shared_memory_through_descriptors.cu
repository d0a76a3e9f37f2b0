#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(half_t* a, int thread) {
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::MN, GMMA::Major::MN>{});
  auto layout = tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{}));
  Tensor sA = make_tensor(make_smem_ptr(a), layout);
  //^ = ((64,2),(8,8),(1,3)):((1,512),(64,1024),(0,8192))
  auto thr_mma = mma.get_thread_slice(thread);
  Tensor tCsA = thr_mma.partition_A(sA);
  //^ = ((64,(8,2)),2,4,(1,3)):((1,(64,1024)),512,2048,(0,8192))
  Tensor tCrA = thr_mma.make_fragment_A(tCsA);
  //^ = (1,2,4,(1,3)):(0,64,256,(0,1024))
  Tensor tCrB = thr_mma.partition_fragment_B(sA);
  //^ = (1,2,4,(1,3)):(0,64,256,(0,1024))
  Tensor acc = partition_fragment_C(mma, make_shape(_128{}, _128{}));
  //^ = ((2,2,8),2,2):((1,2,4),32,64)
}
