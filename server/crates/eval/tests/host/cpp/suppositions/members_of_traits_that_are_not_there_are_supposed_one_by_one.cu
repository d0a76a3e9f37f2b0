// No class of the file has the members that are asked for.
#include <cute/tensor.hpp>
using namespace cute;

template <class Traits>
CUTE_DEVICE void rows() {
  auto tile = make_layout(make_shape(Int<Traits::kBlockM>{}, Int<Traits::kHeadDim>{}));
  //^ = (128,64):(1,128) if Traits::kBlockM = 128, Traits::kHeadDim = 64
  auto mma = typename Traits::TiledMma{};
  auto accumulators = partition_fragment_C(mma, make_shape(Int<Traits::kBlockM>{}, _64{}));
  //^ = ((2,2),2,8):((1,2),4,8) if Traits::kBlockM = 128, Traits::kHeadDim = 64, Traits::TiledMma = SM80_16x8x16_F32F16F16F32_TN by 4x1x1 warps
}
