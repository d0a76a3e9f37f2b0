// Traits assert how their numbers go together, under names of their own: what they refuse is not supposed.
#include <cute/tensor.hpp>
using namespace cute;

template <class Element_, int kBlockM_, int kNWarps_>
struct Traits {
  using Element = Element_;
  static constexpr int kBlockM = kBlockM_;
  static constexpr int kNWarps = kNWarps_;
  static_assert(kBlockM == kNWarps * 16);
  using Rows = Layout<Shape<Int<kBlockM>>>;
  //^ = (64):(1) if Element_ = half_t, kBlockM_ = 64, kNWarps_ = 4, KernelTraits = Traits
};

template <class KernelTraits>
__global__ void kernel() {
  auto rows = make_layout(make_shape(Int<KernelTraits::kBlockM>{}, Int<KernelTraits::kNWarps>{}));
  //^ = (64,4):(1,64) if Element_ = half_t, kBlockM_ = 64, kNWarps_ = 4, KernelTraits = Traits
}
