// Of the GPUs of one generation that one is supposed in whose branches the most lies that nothing gives: here Ada, for which
// Ampere's branch is compiled, too.
#include <cute/tensor.hpp>
using namespace cute;

template <uint32_t BLOCK_M>
void of_ampere() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  auto rows = make_layout(Int<BLOCK_M>{});
  //^ = 128:1 if __CUDA_ARCH__ = 890, BLOCK_M = 128
#endif
}

template <uint32_t BLOCK_M, uint32_t BLOCK_N, uint32_t NWARPS>
void of_ada() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  auto tile = make_layout(Shape<Int<BLOCK_M>, Int<BLOCK_N>>{});
  //^ = (128,128):(1,128) if __CUDA_ARCH__ = 890, BLOCK_M = 128, BLOCK_N = 128, NWARPS = 4
  using Mma = TiledMMA<MMA_Atom<SM89_16x8x32_F32E4M3E4M3F32_TN>, Layout<Shape<Int<NWARPS>, _1, _1>>>;
  //^ = make_tiled_mma(SM89_16x8x32_F32E4M3E4M3F32_TN, (4,1,1):(1,0,0), <_,_,_>) if __CUDA_ARCH__ = 890, BLOCK_M = 128, BLOCK_N = 128, NWARPS = 4
#endif
}

// No GPU of the file's generation compiles this.
template <int BLOCK_M>
void of_another_generation() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1200
  auto rows = make_layout(Int<BLOCK_M>{});
  //^ unknown
#endif
}
