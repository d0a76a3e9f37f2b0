#include <cute/tensor.hpp>
using namespace cute;

namespace mine {
template <int kBlockM_, int kBlockN_>
struct Traits {
  static constexpr int kBlockM = kBlockM_;
  //^ = 128
  using Tile = Shape<Int<kBlockM>, Int<kBlockN_>>;
  //^ = (128,64)
  using Smem = decltype(make_layout(Tile{}, LayoutRight{}));
  //^ = (128,64):(64,1)
  static constexpr int kHalf = kBlockM / 2;
  //^ = 64
};

template <class Traits_>
struct Mainloop {
  using Traits = Traits_;
  using Smem = typename Traits::Smem;
  //^ = (128,64):(64,1)

  struct Params {
    int seqlen;
    int heads;
  };

  Params params;
  int stages = 3;

  CUTE_DEVICE auto extent() const {
    return make_shape(params.seqlen, Int<Traits::kHalf>{});
  }

  CUTE_DEVICE void load(half_t* p) {
    Tensor sQ = make_tensor(make_smem_ptr(p), Smem{});
    auto mine = extent();
    auto pipe = make_shape(stages);
  }
};
}

void host(int seqlen, int heads, half_t* p) {
  using Loop = mine::Mainloop<mine::Traits<128, 64>>;
  typename Loop::Params params{seqlen, heads};
  Loop loop{params};
  loop.load(p);
}
