// What a class asserts of a number names others that it may be; each class has its own. A launcher without layouts of its own
// gives them to its kernel.
#include <cute/tensor.hpp>
using namespace cute;

template <int kHeadDim_>
struct Small {
  static_assert(kHeadDim_ % 64 == 0 && kHeadDim_ <= 256);
  using Rows = Layout<Shape<_128, Int<kHeadDim_>>>;
  //^ = (128,64):(1,128) if kHeadDim_ = 64
};

template <int kHeadDim_, int kBr_ = 128>
struct Middle {
  static_assert(kHeadDim_ % 64 == 0 && kHeadDim_ > 256 && kHeadDim_ < 768);
  using Rows = Layout<Shape<Int<kBr_>, Int<kHeadDim_>>>;
  //^ = (128,512):(1,128) if kHeadDim = 512
};

template <int kHeadDim_, int kBr_ = 64>
struct Large {
  static_assert(kHeadDim_ % 64 == 0 && kHeadDim_ >= 768 && kHeadDim_ <= 1024);
  static constexpr int kHeadDim = kHeadDim_;
  using Rows = Layout<Shape<Int<kBr_>, Int<kHeadDim>>>;
  //^ = (64,768):(1,64) if kHeadDim_ = 768, kBr_ = 64
};

template <class Traits>
__global__ void kernel(float* out) {
  auto tile = make_tensor(out, typename Traits::Rows{});
  //^ = (128,512):(1,128) if kHeadDim = 512
}

template <int kHeadDim>
void launch(float* out) {
  kernel<Middle<kHeadDim>><<<1, 32>>>(out);
}
