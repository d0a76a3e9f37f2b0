// A kernel whose names are Hopper's, all of which is for a later GPU: that one is supposed.
#include <cute/tensor.hpp>
using namespace cute;

template <int BLOCK_M, class TmaQ>
__global__ void kernel(float* out, const TmaQ tma_q) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1200
  auto rows = make_layout(Int<BLOCK_M>{});
  //^ = 128:1 if __CUDA_ARCH__ = 1200, tma_q = SM90_TMA_LOAD of tiles of 128x64 from rank 2, BLOCK_M = 128
  auto tile = make_tensor(out, make_shape(Int<BLOCK_M>{}, _8{}));
  //^ = (128,8):(1,128) if __CUDA_ARCH__ = 1200, tma_q = SM90_TMA_LOAD of tiles of 128x64 from rank 2, BLOCK_M = 128
  auto columns = make_layout(_8{}, Int<BLOCK_M>{});
  //^ = 8:128 if __CUDA_ARCH__ = 1200, tma_q = SM90_TMA_LOAD of tiles of 128x64 from rank 2, BLOCK_M = 128
  auto last = make_layout(Shape<_4, Int<BLOCK_M>>{});
  //^ = (4,128):(1,4) if __CUDA_ARCH__ = 1200, tma_q = SM90_TMA_LOAD of tiles of 128x64 from rank 2, BLOCK_M = 128
#endif
}

template <int BLOCK_N>
__global__ void older() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 1000
  auto rows = make_layout(Int<BLOCK_N>{});
  //^ unknown
#endif
}
