// Constants of traits are spelled `dKV_swapAB`, too; fields of objects that begin so are of run time.
#include <cute/tensor.hpp>
#include <cutlass/numeric_types.h>
using namespace cute;
using cutlass::half_t;

template <typename Ktraits>
struct Epilogue {
  static constexpr bool dKV_swapAB = Ktraits::dKV_swapAB;
  using Store = std::conditional_t<!dKV_swapAB, SM90_U32x4_STSM_N, SM90_U16x8_STSM_T>;
  using Atom = Copy_Atom<Store, half_t>;
  //^ = Copy_Atom<SM90_U32x4_STSM_N,half_t> if Ktraits::dKV_swapAB = false
};
