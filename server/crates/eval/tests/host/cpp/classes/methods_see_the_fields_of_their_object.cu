#include <cute/tensor.hpp>
using namespace cute;

namespace mine {
template <int kBlockM_, int kBlockN_>
struct Traits {
  static constexpr int kBlockM = kBlockM_;
  using Tile = Shape<Int<kBlockM>, Int<kBlockN_>>;
  using Smem = decltype(make_layout(Tile{}, LayoutRight{}));
  static constexpr int kHalf = kBlockM / 2;
};

template <class Traits_>
struct Mainloop {
  using Traits = Traits_;
  using Smem = typename Traits::Smem;

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
    //^ = (128,64):(64,1)
    auto mine = extent();
    //^ = (seqlen,64)
    auto pipe = make_shape(stages);
    //^ = (3)
  }
};
}

void host(int seqlen, int heads, half_t* p) {
  using Loop = mine::Mainloop<mine::Traits<128, 64>>;
  typename Loop::Params params{seqlen, heads};
  Loop loop{params};
  loop.load(p);
}
