// A class that is asked for members is one of the file that has them, with template arguments that are supposed.
#include <cute/tensor.hpp>
using namespace cute;

template <int kHeadDim_, int kBlockM_, class Element_ = cutlass::half_t>
struct Copy_traits {
  using Element = Element_;
  static constexpr int kBlockM = kBlockM_;
  static constexpr int kHeadDim = kHeadDim_;
  using SmemLayoutQ = Layout<Shape<Int<kBlockM>, Int<kHeadDim>>, Stride<Int<kHeadDim>, _1>>;
};

template <class Traits>
CUTE_DEVICE void load(typename Traits::Element* smem) {
  Tensor sQ = make_tensor(make_smem_ptr(smem), typename Traits::SmemLayoutQ{});
  //^ = (128,64):(64,1) if kHeadDim_ = 64, kBlockM_ = 128, Element_ = half_t, Traits = Copy_traits
  auto rows = make_layout(Int<Traits::kBlockM>{});
  //^ = 128:1 if kHeadDim_ = 64, kBlockM_ = 128, Element_ = half_t, Traits = Copy_traits
}
