// One run for both arms would come to nothing: the class refuses what both would need.
#include <cute/tensor.hpp>
using namespace cute;

template <int kBlockM, bool Is_causal, bool Is_local>
struct Mask {
  static_assert(!(Is_causal && Is_local));

  void apply() {
    if constexpr (Is_causal) {
      auto below = make_layout(Shape<Int<kBlockM>, _8>{});
      auto diagonal = make_layout(Shape<Int<kBlockM>, _4>{});
      //^ unknown
      //^ = (128,4):(1,128) if kBlockM = 128, Is_causal = true, Is_local = false
    }
    if constexpr (Is_local) {
      auto window = make_layout(Shape<Int<kBlockM>, _2>{});
    }
  }
};
