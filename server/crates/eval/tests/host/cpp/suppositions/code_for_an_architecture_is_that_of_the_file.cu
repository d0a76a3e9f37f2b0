// What stands under `#if __CUDA_ARCH__` is supposed to be that of the GPUs that the file names: here of none, so Ampere's.
#include <cute/tensor.hpp>
#include <cutlass/numeric_types.h>
using namespace cute;

template <int kRows>
struct Traits {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  using Atom = MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>;
#else
  using Atom = MMA_Atom<SM75_16x8x8_F32F16F16F32_TN>;
#endif
  using Rows = Layout<Shape<Int<kRows>, _1, _1>>;
  using Mma = TiledMMA<Atom, Rows>;
  //^ = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (64,1,1):(1,0,0), <_,_,_>) if __CUDA_ARCH__ = 800, kRows = 64
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 800
// What the compiler leaves out for these GPUs has no value that rests on them.
template <int kRows>
void for_others() {
  auto left_out = make_layout(Int<kRows>{});
  //^ unknown
}
#else
template <int kRows>
void for_these() {
  auto taken = make_layout(Int<kRows>{});
  //^ = 64:1 if __CUDA_ARCH__ = 800, kRows = 64
}
#endif
